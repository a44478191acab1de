"""What geopandas or GDAL reads from a folder of partitions: the id, country, level, area in square degrees and validity of each row, as JSON.

    partitioned-features.py geopandas FOLDER
    partitioned-features.py gdal FOLDER LIBDUCKDB

GDAL reads Parquet by its driver for ADBC (3.12 or later) and the library of DuckDB.
"""

import json
import sys
import warnings

import geopandas

warnings.simplefilter("ignore")
reader, folder = sys.argv[1:3]
if reader == "geopandas":
    table = geopandas.read_parquet(folder)
    if table.crs.to_string() != "OGC:CRS84":
        sys.exit(f"The coordinates are in {table.crs}.")
else:
    import pyogrio

    query = f"SELECT * FROM '{folder}/*/*/*.parquet'"
    table = pyogrio.read_dataframe("ADBC:", ADBC_DRIVER=sys.argv[3], SQL=query)
measured = zip(table.id, table.country, table.level, table.geometry.area, table.geometry.is_valid)
rows = [
    {"id": i, "country": str(c), "level": int(n), "area": float(a), "isValid": bool(v)} for i, c, n, a, v in measured
]
json.dump(rows, sys.stdout)
