"""Answers are what geopandas reads. Needs geopandas."""

import io
import os
import tempfile
import unittest
import warnings

import geopandas
import numpy
import pandas
from metes_client import MetesClient
from sessions import repeat, sessions

warnings.simplefilter("ignore")
metes = MetesClient(language="en")


class Geopandas(unittest.TestCase):
    def test_features_are_taken_as_they_are(self) -> None:
        features = [
            metes.get_boundary("iso:LI"),
            metes.create_area("Liechtenstein and Vorarlberg", detail="low"),
            metes.union_boundaries(["iso:LI", "iso:CH"], detail="low"),
        ]
        table = geopandas.GeoDataFrame.from_features(features, crs="EPSG:4326")
        self.assertTrue(table.geometry.is_valid.all())
        # Lambert's equal-area projection of Europe.
        for measured, feature in zip(table.to_crs("EPSG:3035").geometry.area / 1e6, features):
            self.assertAlmostEqual(measured / feature["properties"]["area_km2"], 1, delta=0.01)

    def test_files_are_read_from_their_bytes(self) -> None:
        for format in ("geojson", "gpkg", "fgb"):
            with self.subTest(format):
                file = metes.export_collection("iso:AT", format=format, detail="low")
                table = geopandas.read_file(io.BytesIO(metes.download(file["url"])))
                self.assertEqual((len(table), table.crs.to_epsg()), (9, 4326))
                self.assertIn("Vienna", set(table["name"]))

    def test_the_session_of_the_guide(self) -> None:
        [(document, text)] = [each for each in sessions() if "geopandas" in each[1]]
        with tempfile.TemporaryDirectory() as folder:
            self.addCleanup(os.chdir, os.getcwd())
            os.chdir(folder)
            repeat(self, document, text, {"metes": metes})
            self.assertEqual(len(geopandas.read_file("cantons.geojson")), 26)
            self.assertEqual(list(geopandas.read_file("countries.gpkg")["name"]), ["Austria", "Switzerland", "Liechtenstein"])

    def test_arrays_and_columns_are_taken_as_lists_and_numbers(self) -> None:
        table = pandas.DataFrame({"lon": [9.52, 0], "lat": [47.14, 0], "id": ["iso:LI", "iso:CH"]})
        for points in (
            table[["lon", "lat"]].to_numpy(),
            table[["lon", "lat"]].to_numpy(dtype=numpy.float32),
            list(zip(table["lon"], table["lat"])),
        ):
            self.assertEqual(
                metes.contains_points("iso:LI", points=points)["inside"], [True, False]
            )
        for lat, lon in ((numpy.float64(47), numpy.int64(8)), (numpy.float32(47), numpy.int16(8))):
            found = metes.reverse_boundaries(lat, lon)["boundaries"]
            self.assertEqual(found[0]["country"], "CH")
        merged = metes.union_boundaries(table["id"], detail="low")
        self.assertEqual(len(merged["properties"]["include"]), 2)

    def test_missing_values_of_a_column_are_refused_with_their_place(self) -> None:
        column = pandas.Series([9.52, None])
        with self.assertRaisesRegex(ValueError, r"^points\[1\]\[0\] must be a finite number"):
            metes.contains_points("iso:LI", points=[(lon, 47.14) for lon in column])


if __name__ == "__main__":
    unittest.main()
