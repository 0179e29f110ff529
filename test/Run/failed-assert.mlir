// A failed assertion is one line, and what the run had is written whole.
// RUN: rm -rf %t && mkdir -p %t
// RUN: not nanguard-run %s --input=4xf32=1 --input=i1=0 --report=%t/r.html --trace=%t/t.json --json=%t/j.json --metrics=%t/m.prom --records=%t/records --quiet 2>%t/err
// RUN: FileCheck %s --check-prefix=ERROR --input-file=%t/err --implicit-check-not=error
// RUN: FileCheck %s --check-prefix=PAGE --input-file=%t/r.html
// RUN: %python -c "import json; json.load(open('%t/t.json'))"
// RUN: test -f %t/m.prom
// In a later step: the page has those before it.
// RUN: not nanguard-run %s --function=later --input=4xf32=1 --input=i64=2 --carry=1:1 --steps=5 --report=%t/l.html --trace=%t/l.json --quiet 2>&1 | FileCheck %s --check-prefix=LATER --implicit-check-not=error
// RUN: FileCheck %s --check-prefix=LATERPAGE --input-file=%t/l.html
// RUN: %python -c "import json; names = {e['name'] for e in json.load(open('%t/l.json'))['traceEvents']}; assert 'step 2' in names and 'step 3' not in names, names"

// ERROR: nanguard-run: error: step 1: an assertion of the model failed: boom
// PAGE: <p class="failure">The run ended early: step 1: an assertion of the model failed: boom</p>
// PAGE: </html>
// LATER: nanguard-run: error: step 3: an assertion of the model failed: done
// LATERPAGE: The run ended early: step 3
// LATERPAGE: <b>2</b>steps
// LATERPAGE: milliseconds
// LATERPAGE: </html>

func.func @main(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  cf.assert %c, "boom"
  %y = math.exp %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

func.func @later(%x: tensor<4xf32>, %n: i64) -> (tensor<4xf32>, i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c = arith.cmpi sgt, %n, %c0 : i64
  cf.assert %c, "done"
  %y = math.exp %x : tensor<4xf32>
  %m = arith.subi %n, %c1 : i64
  return %y, %m : tensor<4xf32>, i64
}
