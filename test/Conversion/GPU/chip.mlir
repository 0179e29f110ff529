// A chip without PTX settings is an error that names the ones there are.
// RUN: not nanguard-opt --guard-tiers="target=nvptx chip=sm_42" %s 2>&1 | FileCheck %s
// CHECK: error: unknown chip 'sm_42' for target nvptx: sm_80, sm_90 or sm_100

module {}
