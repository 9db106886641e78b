# Sourced by demo.sh and bench.sh. Finds a JDK, and builds one module and the plugin archive if what is
# there is missing or stale. The caller sets:
#   root     folder of the repository
#   script   its own name, for messages
#   module   folder of the module whose main class it runs, relative to root

# Exit code for everything that is the environment's fault.
readonly ENVIRONMENT=3
# Written last by every build of the module, also by mvn verify.
readonly class_path_file=$root/$module/target/run.classpath
readonly build_log=$root/$module/target/launch-build.log

fail() {
  echo "$script: $*" >&2
  exit $ENVIRONMENT
}

# Sets java, or ends with what is wrong.
find_java() {
  if [ -n "${JAVA_HOME:-}" ]; then
    java=$JAVA_HOME/bin/java
  else
    java=$(command -v java) || fail "no java found. [Hint: install JDK 17 or newer, or set JAVA_HOME]"
  fi
  [ -x "$java" ] || fail "no executable $java. [Hint: correct JAVA_HOME]"
  local version
  version=$("$java" -XshowSettings:properties -version 2>&1 |
    sed -n 's/^ *java\.specification\.version = *//p')
  case $version in
    '' | *[!0-9]* | [0-9] | 1[0-6])
      fail "$java is Java ${version:-unknown}, expected 17 or newer. [Hint: set JAVA_HOME]"
      ;;
  esac
}

# Something that goes into the module is newer than its last build. Folders of sources count as well:
# a deleted file changes nothing else.
has_newer_sources() {
  local newer
  newer=$(cd "$root" && find pom.xml .mvn schema client smt-extensions connect-plugin "$module" \
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
  local started=$root/$module/target/launch-build.started
  command -v mvn >/dev/null || fail "no mvn found, and something has to be built. [Hint: install Maven 3.8.1 or newer]"
  mkdir -p "$root/$module/target" && touch "$started" || fail "cannot write to $root/$module/target"
  echo "Building what is missing (quiet; the first time downloads the dependencies) ..." >&2
  # Only what runs: tests and the checks of dependencies are for mvn verify.
  if ! (cd "$root" && mvn -B -q -Dmaven.test.skip=true -Denforcer.skip=true package \
    -pl "$module,connect-plugin" -am) </dev/null >"$build_log" 2>&1; then
    tail -n 40 "$build_log" >&2
    fail "the build failed. [Hint: everything it said is in $build_log]"
  fi
  # As old as the start of the build: a file that was saved meanwhile is newer.
  touch -r "$started" "$class_path_file"
}

# Sets java and class_path, building first if something is missing.
prepare() {
  find_java
  is_built || build
  class_path=$root/$module/target/classes:$(cat "$class_path_file")
}
