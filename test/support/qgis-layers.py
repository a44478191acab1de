"""What QGIS makes of an address: added as "Add Vector Layer" does, or as "Add Vector Tile Layer" where it has {z}."""

import json
import os
import sys

from qgis.core import (
    QgsApplication,
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsMapRendererParallelJob,
    QgsMapSettings,
    QgsProject,
    QgsRectangle,
    QgsVectorLayer,
    QgsVectorTileLayer,
    QgsWkbTypes,
)
from qgis.PyQt.QtCore import QSize
from qgis.PyQt.QtGui import QColor

MERCATOR = QgsCoordinateReferenceSystem("EPSG:3857")
WGS84 = QgsCoordinateReferenceSystem("EPSG:4326")
AROUND = QgsRectangle(9, 46.8, 10.2, 47.6)
WHITE = QColor("white")


def vector_layer(uri):
    layer = QgsVectorLayer(uri, "layer", "ogr")
    if not layer.isValid():
        return {"valid": False}
    feature = next(layer.getFeatures())
    return {
        "valid": True,
        "features": layer.featureCount(),
        "type": QgsWkbTypes.displayString(layer.wkbType()),
        "crs": layer.crs().authid(),
        "name": feature["name"],
        "detail": feature["detail"],
        "attribution": feature["attribution"],
        "vertices": sum(1 for _ in feature.geometry().vertices()),
    }


def tile_layer(url):
    layer = QgsVectorTileLayer(f"type=xyz&url={url}&zmin=0&zmax=14", "tiles")
    settings = QgsMapSettings()
    settings.setLayers([layer])
    settings.setBackgroundColor(WHITE)
    settings.setOutputSize(QSize(256, 256))
    settings.setDestinationCrs(MERCATOR)
    settings.setExtent(QgsCoordinateTransform(WGS84, MERCATOR, QgsProject.instance()).transformBoundingBox(AROUND))
    job = QgsMapRendererParallelJob(settings)
    job.start()
    job.waitForFinished()
    image = job.renderedImage()
    drawn = sum(1 for x in range(256) for y in range(256) if image.pixelColor(x, y) != WHITE)
    return {"valid": layer.isValid(), "drawn_pixels": drawn}


QgsApplication.setPrefixPath("/usr", True)
app = QgsApplication([], False)
app.initQgis()
uri = sys.argv[1]
json.dump(tile_layer(uri) if "{z}" in uri else vector_layer(uri), sys.stdout)
sys.stdout.flush()
# QGIS crashes when it is taken apart after Python's layers.
os._exit(0)
