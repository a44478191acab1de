"""The states of a country, which of them holds a point, and how much land they have together.

    apt install python3-requests python3-shapely
    METES_URL=http://localhost:8080 METES_API_KEY=mts_… python3 states.py
"""

import os

import requests
from shapely.geometry import Point, shape

URL = os.environ.get("METES_URL", "http://localhost:8080")
session = requests.Session()
session.headers["Authorization"] = f"Bearer {os.environ['METES_API_KEY']}"


def get(path, **query):
    answer = session.get(f"{URL}{path}", params=query, timeout=60)
    if not answer.ok:
        # RFC 9457: `detail` is a full sentence that says what to do.
        raise SystemExit(answer.json()["detail"])
    return answer.json()


children = get("/v1/boundaries/iso:AT/children")["children"]
features = [get(f"/v1/boundaries/{child['id']}", detail="medium") for child in children]
vienna = Point(16.37, 48.21)

for feature in features:
    polygon = shape(feature["geometry"])
    assert polygon.is_valid
    area = feature["properties"]["area_km2"]
    print(f"{feature['properties']['name']}: {area:,.0f} km²{', with Vienna' if polygon.contains(vienna) else ''}")
print(f"Together: {sum(feature['properties']['area_km2'] for feature in features):,.0f} km²")
