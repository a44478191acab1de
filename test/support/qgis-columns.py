"""The columns of layers as QGIS finds them, by its own provider of OGC API - Features or by GDAL: as JSON."""

import json
import os
import sys

from qgis.core import QgsApplication, QgsDataSourceUri, QgsVectorLayer, QgsWkbTypes

QgsApplication.setPrefixPath("/usr", True)
app = QgsApplication([], False)
app.initQgis()

asked = json.loads(sys.argv[1])


def opened(kind):
    if asked["provider"] == "ogr":
        return QgsVectorLayer(f"OAPIF:{asked['url']}|layername={kind}", kind, "ogr")
    uri = QgsDataSourceUri()
    uri.setParam("url", asked["url"])
    uri.setParam("typename", kind)
    uri.setParam("pagingEnabled", "true")
    uri.setParam("pageSize", str(asked["pageSize"]))
    return QgsVectorLayer(uri.uri(False), kind, "OAPIF")


answer = {}
for kind in asked["kinds"]:
    layer = opened(kind)
    answer[kind] = {
        "valid": layer.isValid(),
        "geometry": QgsWkbTypes.displayString(layer.wkbType()),
        "columns": [[field.name(), field.typeName()] for field in layer.fields()],
    }
json.dump(answer, sys.stdout)
sys.stdout.flush()
# QGIS crashes when it is taken apart after Python's layers.
os._exit(0)
