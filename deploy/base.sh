#!/bin/sh
# Makes a Debian root for the Dockerfile and imports it as localhost/balie-base, where no image registry can be reached.
# Needs mmdebstrap and buildah; run as root or with subordinate ids. Debian is the machine's own, from its own sources;
# further arguments are passed to mmdebstrap.
set -eu
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
. /etc/os-release
mmdebstrap --variant=minbase --include=ca-certificates,npm "$@" "$VERSION_CODENAME" "$root/base.tar" \
  $(find /etc/apt/sources.list /etc/apt/sources.list.d -name "*.list" -o -name "*.sources" 2>/dev/null)
container=$(buildah from scratch)
buildah add -q "$container" "$root/base.tar" /
buildah commit -q "$container" localhost/balie-base
buildah rm "$container" >/dev/null
