"""What geopandas reads from a file: the attributes, the area in square degrees and the validity of each feature, as JSON."""

import json
import sys
import warnings

import geopandas

warnings.simplefilter("ignore")
table = geopandas.read_file(sys.argv[1])
if table.crs.to_epsg() != 4326:
    sys.exit(f"The coordinates are in {table.crs}.")
attributes = json.loads(table.drop(columns="geometry").to_json(orient="records"))
measured = zip(attributes, table.geometry.area, table.geometry.is_valid)
json.dump([{"properties": p, "area": float(a), "isValid": bool(v)} for p, a, v in measured], sys.stdout)
