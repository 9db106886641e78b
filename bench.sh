#!/usr/bin/env bash
# Measures ours against the alternative; see ./bench.sh --help.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$root"

java="${JAVA_HOME:+$JAVA_HOME/bin/}java"
if ! mvn -B -q -DskipTests package -pl testing/benchmarks,connect-plugin -am >&2; then
  echo "bench.sh: the build failed; run: mvn -DskipTests package -pl testing/benchmarks,connect-plugin -am" >&2
  exit 3
fi
exec "$java" -Doutbox.root="$root" -Dorg.slf4j.simpleLogger.defaultLogLevel=warn \
  -cp "testing/benchmarks/target/classes:$(cat testing/benchmarks/target/bench.classpath)" \
  org.outboxconnect.bench.BenchCommand "$@"
