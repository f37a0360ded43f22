# What the scripts that try the others share. To be sourced, with `here` as the folder of this file.

karteneck="${1:-$here/../../target/release/karteneck}"
karteneck=$(realpath "$karteneck")
# Long enough that something can be killed in the middle, short enough for a test.
field=(greedy heuristic monte-carlo)
options=(--blocks "${BLOCKS:-1200}" --seed 7 --record 50 --blocks-csv)
export PARTS="${PARTS:-12}"

step() { printf '== %s\n' "$*"; }

needs() {
  local missing=0
  for tool in "$@"; do
    command -v "$tool" >/dev/null || { echo "needs $tool"; missing=1; }
  done
  if [ "$missing" = 1 ]; then
    exit 1
  fi
}

# A fresh folder in which `karteneck` is the program to be tried, with a plan, and the same run in one piece to compare with.
prepare() {
  work=$(mktemp -d -t karteneck-cluster.XXXXXX)
  mkdir "$work/bin"
  ln -s "$karteneck" "$work/bin/karteneck"
  export PATH="$work/bin:$PATH"
  cd "$work"
  step "plan, and the run in one piece"
  karteneck tournament "${field[@]}" "${options[@]}" --plan-only --out plan --quiet
  karteneck tournament --from plan --out alone --quiet >/dev/null
}

# The number of parts that are finished.
finished() { grep -l '"result"' parts/*/manifest.json 2>/dev/null | wc -l; }

# Waits until a command succeeds, up to some seconds.
wait_until() {
  local seconds=$1
  shift
  for _ in $(seq $((seconds * 10))); do
    if "$@"; then return 0; fi
    sleep 0.1
  done
  echo "not within $seconds seconds: $*"
  return 1
}

# Whether nothing runs in the folder but this script.
none_left() {
  local process
  for process in /proc/[0-9]*; do
    if [ "$(readlink "$process/exe" 2>/dev/null)" = "$karteneck" ] && [ "$(readlink "$process/cwd" 2>/dev/null)" = "$work" ]; then
      return 1
    fi
  done
}

some_finished() { [ "$(finished)" -ge "${1:-1}" ]; }

# All files but the timing are those of the run in one piece.
compare() {
  diff -r --exclude=timing.json --exclude=logs alone whole
  echo "the same bytes: $(find whole -type f ! -name timing.json | wc -l) files"
}
