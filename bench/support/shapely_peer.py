"""Answers for shapely.ts: one JSON question a line on standard input, one JSON answer a line on standard output."""
import json
import sys
import time

import numpy
import shapely
import shapely.vectorized
import shapely.wkb
from shapely.ops import unary_union

areas = {}
points = None


def contains(area):
    inside = shapely.vectorized.contains(areas[area], points[:, 0], points[:, 1])
    return {"result": int(inside.sum())}


def union(include, exclude):
    left = unary_union([areas[area] for area in include])
    if exclude:
        left = left.difference(unary_union([areas[area] for area in exclude]))
    return {"result": {"area": left.area}, "made": left}


for line in sys.stdin:
    question = json.loads(line)
    ask = question.pop("ask")
    if ask == "version":
        answer = {"result": shapely.__version__}
    elif ask == "area":
        with open(question["file"], "rb") as file:
            areas[question["name"]] = shapely.wkb.loads(file.read())
        answer = {}
    elif ask == "points":
        points = numpy.fromfile(question["file"], dtype="<f8").reshape(-1, 2)
        answer = {}
    else:
        started = time.perf_counter()
        answer = {"contains": contains, "union": union}[ask](**question)
        answer["ms"] = 1000 * (time.perf_counter() - started)
        if "made" in answer:
            answer["result"]["isValid"] = answer.pop("made").is_valid
    print(json.dumps(answer), flush=True)
