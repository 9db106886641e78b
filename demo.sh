#!/usr/bin/env bash
# Shows the whole road once: builds what is missing, then runs the demo on the embedded stack.
# Options and exit codes: ./demo.sh --help
set -u

readonly ENVIRONMENT=3
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P) || exit $ENVIRONMENT
readonly root
# Written by every build of the demo, also by mvn verify: the last thing that is made for it.
readonly class_path_file=$root/demo/target/demo.classpath
readonly build_log=$root/demo/target/demo-build.log

fail() {
  echo "demo.sh: $*" >&2
  exit $ENVIRONMENT
}

# Without a JDK or a build: a test keeps the text equal to the options.
for argument in "$@"; do
  case $argument in
    -h | --help) exec cat "$root/demo/usage.txt" ;;
  esac
done

if [ -n "${JAVA_HOME:-}" ]; then
  java=$JAVA_HOME/bin/java
else
  java=$(command -v java) || fail "no java found. [Hint: install JDK 17 or newer, or set JAVA_HOME]"
fi
[ -x "$java" ] || fail "no executable $java. [Hint: correct JAVA_HOME]"
readonly java

java_version=$("$java" -XshowSettings:properties -version 2>&1 \
  | sed -n 's/^ *java\.specification\.version = *//p')
case $java_version in
  '' | *[!0-9]* | [0-9] | 1[0-6])
    fail "$java is Java ${java_version:-unknown}, expected 17 or newer. [Hint: set JAVA_HOME]"
    ;;
esac

# Something that goes into the demo is newer than the last build. Folders of sources count as well: a
# deleted file changes nothing else.
has_newer_sources() {
  local newer
  newer=$(cd "$root" && find pom.xml .mvn schema client smt-extensions connect-plugin demo \
    testing/embedded-stack testing/test-support \
    -name target -prune -o -path '*/src/test' -prune \
    -o \( -type f -o -path '*/src/*' -o -path 'schema/*' \) -newer "$class_path_file" -print)
  [ -n "$newer" ]
}

has_archive() {
  compgen -G "$root/connect-plugin/target/outbox-connect-[0-9]*.zip" >/dev/null
}

# The class path names files of this clone and of a local Maven repository; either may have moved.
has_class_path() {
  local entry entries
  grep -qF "$root/schema/target/" "$class_path_file" 2>/dev/null || return 1
  IFS=: read -r -a entries <"$class_path_file"
  for entry in "${entries[@]}"; do
    [ -r "$entry" ] || return 1
  done
}

is_built() {
  has_archive && has_class_path && ! has_newer_sources
}

build() {
  local started=$root/demo/target/demo-build.started
  command -v mvn >/dev/null || fail "no mvn found, and something has to be built. [Hint: install Maven 3.8.1 or newer]"
  mkdir -p "$root/demo/target" && touch "$started" || fail "cannot write to $root/demo/target"
  echo "Building what is missing (quiet; the first time downloads the dependencies) ..." >&2
  # Only what runs: tests and the checks of dependencies are for mvn verify.
  if ! (cd "$root" && mvn -B -q -Dmaven.test.skip=true -Denforcer.skip=true package \
    -pl demo,connect-plugin -am) </dev/null >"$build_log" 2>&1; then
    tail -n 40 "$build_log" >&2
    fail "the build failed. [Hint: everything it said is in $build_log]"
  fi
  # As old as the start of the build: a file that was saved meanwhile is newer.
  touch -r "$started" "$class_path_file"
}

is_built || build

if [ -t 2 ]; then terminal=true; else terminal=false; fi
# exec: signals and the exit code are the demo's own.
# Short-lived: a compiler that starts fast beats one that optimises well.
exec "$java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Doutbox.root="$root" -Doutbox.demo.terminal=$terminal \
  -cp "$root/demo/target/classes:$(cat "$class_path_file")" org.outboxconnect.demo.Demo "$@"
