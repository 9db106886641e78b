#!/usr/bin/env bash
# Measures ours against the alternative: builds what is missing, then runs the pairs.
# Options and exit codes: ./bench.sh --help
set -u

root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P) || exit 3
readonly root script=bench.sh module=testing/benchmarks
# shellcheck source=scripts/launch.sh
. "$root/scripts/launch.sh"

# Without a JDK or a build: a test keeps the text equal to the options.
for argument in "$@"; do
  case $argument in
    -h | --help) exec cat "$root/testing/benchmarks/usage.txt" ;;
  esac
done

prepare
# Figures of two states of the code must not meet in one results file.
state=$(git -C "$root" describe --always --dirty 2>/dev/null || echo unknown)
exec "$java" -Doutbox.root="$root" -Doutbox.state="$state" \
  -cp "$class_path" org.outboxconnect.bench.BenchCommand "$@"
