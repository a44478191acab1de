"""Joins points with areas by geopandas: prints the versions, the pairs, the seconds of the join alone (also of processor time) and of everything, and megabytes.

    geopandas_peer.py points.csv areas.csv pairs.csv
"""
import csv
import json
import resource
import sys
import time

import geopandas
import pandas
import shapely

if int(shapely.__version__.split(".")[0]) < 2:
    sys.exit(f"Shapely is {shapely.__version__}; the bench compares with 2 or newer.")

points_path, areas_path, pairs_path = sys.argv[1:]
csv.field_size_limit(sys.maxsize)
with open(areas_path) as file:
    rows = [line.rstrip("\n").split(",") for line in file]
areas = geopandas.GeoDataFrame(
    {"area": [row[0] for row in rows]}, geometry=shapely.from_wkb([row[1] for row in rows]), crs=4326
)
started = time.perf_counter()
table = pandas.read_csv(points_path)
points = geopandas.GeoDataFrame(table, geometry=geopandas.points_from_xy(table.lon, table.lat), crs=4326)
before_join = time.perf_counter()
processor_before_join = time.process_time()
# The left side is prepared geometry by geometry. With the points there, the join takes a hundred times as long.
pairs = geopandas.sjoin(areas, points, predicate="intersects", how="inner")
join_seconds = time.perf_counter() - before_join
join_processor_seconds = time.process_time() - processor_before_join
pairs[["id", "area"]].to_csv(pairs_path, index=False)
print(
    json.dumps(
        {
            "versions": f"geopandas {geopandas.__version__}, Shapely {shapely.__version__}, GEOS {shapely.geos_version_string}",
            "pairs": len(pairs),
            "joinSeconds": join_seconds,
            "joinProcessorSeconds": join_processor_seconds,
            "seconds": time.perf_counter() - started,
            "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        }
    )
)
