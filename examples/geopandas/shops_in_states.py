"""The state of each shop, by geopandas. Reads shops.csv and states.gpkg."""

import geopandas
import pandas

shops = pandas.read_csv("shops.csv")
points = geopandas.GeoDataFrame(
    shops, geometry=geopandas.points_from_xy(shops["lon"], shops["lat"]), crs="EPSG:4326"
)
states = geopandas.read_file("states.gpkg")[["name", "geometry"]].rename(columns={"name": "state"})

# "intersects" also finds the shops on a border, in the states on both sides.
found = geopandas.sjoin(points, states, how="left", predicate="intersects")
for shop in found.itertuples():
    print(f"{shop.shop}: {shop.state if isinstance(shop.state, str) else 'in no state'}")
