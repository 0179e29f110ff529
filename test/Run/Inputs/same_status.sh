#!/bin/bash
# usage: same_status.sh STATUS COMMAND… -- FLAG…
#
# The command must end with STATUS, alone and with each of the flags.
want=$1
shift
command=()
while [ "$1" != -- ]; do
  command+=("$1")
  shift
done
for flag in "" "${@:2}"; do
  "${command[@]}" ${flag:+"$flag"} >/dev/null 2>&1
  got=$?
  [ "$got" = "$want" ] || { echo "status $got with '$flag', wanted $want"; exit 1; }
done
