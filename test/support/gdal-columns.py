"""The columns of every layer that GDAL finds at an address: as JSON. Options of opening follow the address."""

import json
import sys

from osgeo import gdal, ogr

gdal.UseExceptions()
source = gdal.OpenEx(sys.argv[1], gdal.OF_VECTOR, open_options=sys.argv[2:])
layers = {}
for index in range(source.GetLayerCount()):
    definition = source.GetLayer(index).GetLayerDefn()
    fields = [definition.GetFieldDefn(i) for i in range(definition.GetFieldCount())]
    layers[definition.GetName()] = {
        "geometry": ogr.GeometryTypeToName(definition.GetGeomType()),
        "columns": [[field.GetName(), field.GetTypeName()] for field in fields],
    }
json.dump(layers, sys.stdout)
