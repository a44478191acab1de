#!/usr/bin/env bash
# The state of each shop, by PostGIS. Reads shops.csv and states.gpkg; the variables of libpq (PGHOST, PGDATABASE, …) name the database.
set -euo pipefail

psql -qc 'create extension if not exists postgis'
ogr2ogr -f PostgreSQL PG: states.gpkg -nln states -nlt MULTIPOLYGON -lco GEOMETRY_NAME=geom -overwrite
psql -qv ON_ERROR_STOP=1 <<'SQL'
create table shops (shop text, lon float8, lat float8);
\copy shops from shops.csv with (format csv, header)
alter table shops add column geom geometry(Point, 4326);
update shops set geom = ST_SetSRID(ST_MakePoint(lon, lat), 4326);
SQL

# ST_Covers also finds the shops on a border, in the states on both sides.
psql -qAt -F ': ' <<'SQL'
select shop, coalesce(states.name, 'in no state')
from shops left join states on ST_Covers(states.geom, shops.geom)
order by shop;
SQL
