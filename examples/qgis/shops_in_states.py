"""The state of each shop, by QGIS. Reads shops.csv and states.gpkg; also runs in the Python console of QGIS, without the first part."""

import os
import sys

from qgis.core import NULL, QgsApplication, QgsProcessingFeedback, QgsVectorLayer

application = QgsApplication([], False)
application.initQgis()
sys.path.append(os.path.join(application.pkgDataPath(), "python", "plugins"))

import processing
from processing.core.Processing import Processing

Processing.initialize()

folder = os.getcwd()
shops = QgsVectorLayer(
    f"file://{folder}/shops.csv?type=csv&xField=lon&yField=lat&crs=EPSG:4326", "shops", "delimitedtext"
)
states = QgsVectorLayer(f"{folder}/states.gpkg", "states", "ogr")
joined = processing.run(
    "native:joinattributesbylocation",
    {
        "INPUT": shops,
        "JOIN": states,
        "PREDICATE": [0],  # intersects: also the shops on a border, in the states on both sides
        "JOIN_FIELDS": ["name"],
        "METHOD": 0,
        "PREFIX": "state_",
        "OUTPUT": "memory:",
    },
    feedback=QgsProcessingFeedback(False),
)["OUTPUT"]
for shop in joined.getFeatures():
    state = shop["state_name"]
    print(f"{shop['shop']}: {'in no state' if state == NULL else state}")
