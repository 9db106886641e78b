#!/usr/bin/env bash
# Shows the whole road once: builds what is missing, then runs the demo on the embedded stack.
# Options and exit codes: ./demo.sh --help
set -u

root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P) || exit 3
readonly root script=demo.sh module=demo
# shellcheck source=scripts/launch.sh
. "$root/scripts/launch.sh"

# Without a JDK or a build: a test keeps the text equal to the options.
for argument in "$@"; do
  case $argument in
    -h | --help) exec cat "$root/demo/usage.txt" ;;
  esac
done

prepare
if [ -t 2 ]; then terminal=true; else terminal=false; fi
# exec: signals and the exit code are the demo's own.
# Short-lived: a compiler that starts fast beats one that optimises well.
exec "$java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Doutbox.root="$root" -Doutbox.demo.terminal=$terminal \
  -cp "$class_path" org.outboxconnect.demo.Demo "$@"
