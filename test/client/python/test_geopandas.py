"""Answers are what geopandas reads. Needs geopandas."""

import io
import unittest
import warnings

import geopandas
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
        repeat(self, document, text, {"metes": metes})


if __name__ == "__main__":
    unittest.main()
