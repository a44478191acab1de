"""What Shapely finds in geometries: their areas in square degrees, and whether they are valid. Reads hexadecimal WKB, one a line; writes JSON."""

import json
import sys

import shapely.wkb

shapes = [shapely.wkb.loads(line.strip(), hex=True) for line in sys.stdin]
json.dump([{"area": shape.area, "isValid": shape.is_valid} for shape in shapes], sys.stdout)
