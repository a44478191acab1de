"""The states of a country, which of them holds a point, and how much land they have together.

    pip install ./clients/python && apt install python3-shapely
    METES_URL=http://localhost:8080 METES_API_KEY=mts_… python3 states.py
"""

import os

from metes_client import MetesClient
from shapely.geometry import Point, shape

metes = MetesClient(os.environ.get("METES_URL"))
children = metes.list_children("iso:AT")["children"]
features = [metes.get_boundary(child["id"], detail="medium") for child in children]
vienna = Point(16.37, 48.21)

for feature in features:
    polygon = shape(feature["geometry"])
    assert polygon.is_valid
    area = feature["properties"]["area_km2"]
    print(f"{feature['properties']['name']}: {area:,.0f} km²{', with Vienna' if polygon.contains(vienna) else ''}")
print(f"Together: {sum(feature['properties']['area_km2'] for feature in features):,.0f} km²")
