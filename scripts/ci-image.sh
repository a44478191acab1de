#!/usr/bin/env bash
# Checks the image where its inputs have changed since they were checked, which scripts/image/inputs.ts knows without the history of the checkout.
set -euo pipefail
. "$(dirname "$0")/ci-install.sh"

if npm run --silent image -- --is-checked; then exit; fi
install_missing buildah /usr/bin/buildah buildah --no-install-recommends
install_missing debootstrap /usr/sbin/debootstrap debootstrap
as_root env "PATH=$PATH" npm run --silent image
