"""What QGIS reads from OGC API - Features, as a layer of "Add WFS / OGC API - Features Layer" does: as JSON."""

import json
import os
import sys

from qgis.core import QgsApplication, QgsDataSourceUri, QgsFeatureRequest, QgsRectangle, QgsVectorLayer

QgsApplication.setPrefixPath("/usr", True)
app = QgsApplication([], False)
app.initQgis()

asked = json.loads(sys.argv[1])
uri = QgsDataSourceUri()
for name in ("url", "typename", "pageSize", "username", "password"):
    if name in asked:
        uri.setParam(name, str(asked[name]))
uri.setParam("pagingEnabled", "true")
uri.setParam("restrictToRequestBBOX", "1")
layer = QgsVectorLayer(uri.uri(False), "layer", "OAPIF")
answer = {"valid": layer.isValid()}
if layer.isValid():
    request = QgsFeatureRequest()
    if "box" in asked:
        request.setFilterRect(QgsRectangle(*asked["box"]))
    features = list(layer.getFeatures(request))
    extent = layer.extent()
    answer.update(
        crs=layer.crs().authid(),
        fields=[field.name() for field in layer.fields()],
        extent=[extent.xMinimum(), extent.yMinimum(), extent.xMaximum(), extent.yMaximum()],
        names=sorted(str(feature["name"]) for feature in features),
        valid_geometries=sum(1 for feature in features if feature.geometry().isGeosValid()),
    )
json.dump(answer, sys.stdout)
sys.stdout.flush()
# QGIS crashes when it is taken apart after Python's layers.
os._exit(0)
