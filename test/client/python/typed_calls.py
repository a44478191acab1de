"""Checked by mypy, never run: what is marked as an error must be one."""

from typing import Optional

from metes_client import MetesClient


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
