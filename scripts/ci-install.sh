# Functions of the scripts of CI, which source this file.

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

install_missing() {
  command -v "$1" >/dev/null 2>&1 || ls $2 >/dev/null 2>&1 && return 0
  echo "installing $3"
  as_root apt-get update -qq
  DEBIAN_FRONTEND=noninteractive as_root apt-get install -y -qq "${@:3}" >/dev/null
}
