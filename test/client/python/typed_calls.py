"""Checked by mypy, never run: what is marked as an error must be one."""

from typing import Optional, Union

from metes_client import LongAnswer, MetesClient, MetesProblem
from metes_client.types import CreateAreaOutput, ProblemUnmapped


def calls(metes: MetesClient) -> None:
    level: Optional[int] = metes.search_boundaries("x")["candidates"][0]["admin_level"]
    metes.search_boundaries("x", admin_level=level)
    metes.search_boundaries()  # type: ignore[call-arg]
    metes.get_boundary("iso:LI", detail="finest")  # type: ignore[arg-type]
    metes.get_boundary("iso:LI")["geometri"]  # type: ignore[typeddict-item]
    metes.contains_points("iso:LI", points=[(9.5, 47.1), [9.5, 47.1]])
    # No job without asking for one, and none of a call that is not long.
    metes.create_area("x").wait()  # type: ignore[attr-defined]
    metes.list_children("iso:LI", job_after_seconds=0)  # type: ignore[call-arg]
    later = metes.union_boundaries(["iso:BE"], job_after_seconds=0)
    later["properties"]  # type: ignore[index]
    parts: int = later.wait()["properties"]["parts"]
    metes.get_feedback(parts)
    nothing: CreateAreaOutput = metes.create_area("x", job_after_seconds=None)
    seconds: Optional[int] = 3 if nothing["properties"]["parts"] else None
    either: Union[CreateAreaOutput, LongAnswer[CreateAreaOutput]] = metes.create_area(
        "x", job_after_seconds=seconds
    )
    file = metes.export_collection("iso:AT", format="gpkg")
    data: bytes = metes.download(file["url"])
    metes.download(3)  # type: ignore[arg-type]
    try:
        metes.wait_for_job(metes.get_job(str((either, data))))
    except MetesProblem as problem:
        unmapped: list[ProblemUnmapped] = problem.unmapped
        if problem.code == "job_cancelled" or problem.problem["code"] == "unreachable":
            raise
        if problem.code == "unreachible":  # type: ignore[comparison-overlap]
            print(unmapped)
