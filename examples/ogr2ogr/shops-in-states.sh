#!/usr/bin/env bash
# The state of each shop, by GDAL with SpatiaLite. Reads shops.csv and states.gpkg.
set -euo pipefail

# One file with both: the shops as points, and the states.
cp states.gpkg both.gpkg
ogr2ogr -update both.gpkg shops.csv -nln shops \
  -oo X_POSSIBLE_NAMES=lon -oo Y_POSSIBLE_NAMES=lat -a_srs EPSG:4326

# ST_Covers also finds the shops on a border, in the states on both sides.
ogr2ogr -f CSV /vsistdout/ both.gpkg -dialect sqlite -sql "
  select shop, coalesce(boundaries.name, 'in no state') as state
  from shops left join boundaries on ST_Covers(boundaries.geom, shops.geom)
  order by shop"
