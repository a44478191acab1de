"""A method for each operation.

Written by "npm run generate" from the definitions of the operations.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Optional, Union, overload

from .jobs import LongAnswer
from .types import (
    Account,
    BoundaryFeature,
    BoundaryId,
    ContainsPointsOutput,
    CreateAreaInputSeed,
    CreateAreaOutput,
    CreateKeyOutput,
    Detail,
    ExportBoundaryOutput,
    ExportCollectionOutput,
    FeedbackItem,
    FeedbackKind,
    FeedbackStatus,
    GetUsageOutput,
    Job,
    JobId,
    Kind,
    ListChildrenOutput,
    ListFeedbackOutput,
    ListKeysOutput,
    ListOpsOutput,
    PollDeviceLoginOutput,
    PostedFeedbackItem,
    ReverseBoundariesOutput,
    RevokeKeyOutput,
    SearchBoundariesOutput,
    StartDeviceLoginOutput,
    UnionBoundariesOutput,
    UpdateEmailPreferencesInputKinds,
    UpdateEmailPreferencesOutput,
    WrittenFeedbackItem,
)

VERSION = "0.1.0"
"""The version of Metes to which this client belongs."""

TAKE_IDEMPOTENCY_KEY = frozenset(
    [
        "export_collection",
        "contains_points",
        "union_boundaries",
        "create_area",
        "report_issue",
        "request_feature",
        "comment_feedback",
    ]
)


class Operations:
    """A method for each operation."""

    def _call(
        self, operation: str, input: Mapping[str, Any], idempotency_key: Optional[str] = None
    ) -> Any:
        raise NotImplementedError

    def _call_long(
        self,
        operation: str,
        input: Mapping[str, Any],
        idempotency_key: Optional[str],
        job_after_seconds: Optional[int],
    ) -> Any:
        raise NotImplementedError

    def list_ops(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> ListOpsOutput:
        """List every operation with its routes, input, cost and an example.

        Describes the whole API in one answer, for programs and agents. OpenAPI, agent tools and
        the reference are generated from the same list.

        Access: public. Units: 0.

        Args:
            limit: Maximum number of operations. Default: all.
            cursor: `next_cursor` of the previous page.

        Raises:
            MetesProblem: invalid_input, unauthorized, insufficient_scope, rate_limited,
                internal_error, storage_full, database_unavailable, overloaded.

        Example:
            All operations: `list_ops()`
        """
        answer: ListOpsOutput = self._call(
            "list_ops",
            {
                "limit": limit,
                "cursor": cursor,
            },
        )
        return answer

    def start_device_login(
        self,
        *,
        client_name: Optional[str] = None,
    ) -> StartDeviceLoginOutput:
        """Start signing in a device or program that has no browser.

        Show `user_code` and `verification_uri` to the user, who signs in there and approves.
        Meanwhile, call poll_device_login with `device_code` every `interval` seconds. Keep
        `device_code` secret: it is exchanged for the key.

        Access: public. Units: 0.

        Args:
            client_name: Name of the device or program, shown to the user who approves. The key
                also gets this name.

        Raises:
            MetesProblem: invalid_input, unauthorized, insufficient_scope, rate_limited,
                internal_error, storage_full, database_unavailable, overloaded.

        Example:
            A device by its name: `start_device_login(client_name="metes on Ann’s laptop")`
        """
        answer: StartDeviceLoginOutput = self._call(
            "start_device_login",
            {
                "client_name": client_name,
            },
        )
        return answer

    def poll_device_login(
        self,
        device_code: str,
    ) -> PollDeviceLoginOutput:
        """Check whether a device sign-in was approved, and get the key.

        Until the user decides, the answer is 428 `authorization_pending`. Poll again after its
        `interval` in seconds, which grows if you poll too often. Only the first call after the
        approval returns the key. Stop polling at any other error: 400 `access_denied`,
        `expired_token` or `invalid_grant`, or 409 `too_many_keys` when the account has reached
        its key limit. Errors also have the `error` member of OAuth (RFC 8628 §3.5).

        Access: public. Units: 0.

        Args:
            device_code: The `device_code` of start_device_login.

        Raises:
            MetesProblem: invalid_input, unauthorized, insufficient_scope, rate_limited,
                internal_error, storage_full, database_unavailable, overloaded,
                authorization_pending, access_denied, expired_token, invalid_grant,
                too_many_keys.

        Example:
            One poll of a started sign-in:
                `poll_device_login("GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS_0")`
        """
        answer: PollDeviceLoginOutput = self._call(
            "poll_device_login",
            {
                "device_code": device_code,
            },
        )
        return answer

    def search_boundaries(
        self,
        q: str,
        *,
        country: Optional[str] = None,
        kind: Optional[Kind] = None,
        admin_level: Optional[int] = None,
        near: Optional[str] = None,
        limit: Optional[int] = None,
        live: Optional[bool] = None,
        explain: Optional[bool] = None,
    ) -> SearchBoundariesOutput:
        """Find boundaries by name, in any language.

        Accepts a name in any language and script, in any case, with or without accents, articles
        and the word of the level ("State of Texas", "Kanton Zürich"). Parents may follow
        ("Orange County, California"). Also accepts codes and ids: ISO 3166 (`US`, `USA`, `840`,
        `US-TX`), FIPS, Wikidata, a relation, an openstreetmap.org address, a flag.

        Candidates are sorted by `match` (`exact`, `prefix`, `words`). Among equal matches, with
        `near`, those that contain the point come first and the closer ones next; otherwise the
        larger ones do. Inside Orange County, "Orange" is an exact match for it. `fuzzy`
        candidates are guesses, returned only when nothing else matches. `explain` shows what
        decided the rank of each candidate.

        If the name may mean a town that is not among the candidates, `hint` says where it is and
        names its boundary or the smallest one around it. `hint` also recognizes groups, which
        create_area can draw, says what the filters exclude, and explains codes that no boundary
        has; such a code matches no other place.

        The answer contains no polygons: pass an `id` to get_boundary. To find the boundaries
        around a point, use reverse_boundaries.

        Access: public. Units: 0.

        Args:
            q: Name of a place in any language, a code or an id.
            country: Return only boundaries of these countries: ISO 3166-1 alpha-2 codes,
                comma-separated.
            kind: Return only boundaries of this kind.
            admin_level: Return only boundaries of this OpenStreetMap administrative level.
            near: Rank boundaries near this point first: `lat,lon` in decimal degrees, latitude
                first.
            limit: Maximum number of candidates. Default: 10.
            live: Also search OpenStreetMap itself and fetch what it finds, which takes seconds;
                not for search as you type. Has no effect if the service fetches nothing.
                Default: False.
            explain: Add `placing` to each candidate: what decided its rank. Default: False.

        Raises:
            MetesProblem: invalid_input, unauthorized, insufficient_scope, rate_limited,
                internal_error, storage_full, database_unavailable, overloaded,
                source_unavailable, source_timeout.

        Example:
            A country by its German name: `search_boundaries("Luxemburg", limit=3)`
        """
        answer: SearchBoundariesOutput = self._call(
            "search_boundaries",
            {
                "q": q,
                "country": country,
                "kind": kind,
                "admin_level": admin_level,
                "near": near,
                "limit": limit,
                "live": live,
                "explain": explain,
            },
        )
        return answer

    def get_boundary(
        self,
        id: BoundaryId,
        *,
        detail: Optional[Detail] = None,
        precision: Optional[int] = None,
        include: Optional[Sequence[Literal["parents", "children"]]] = None,
    ) -> BoundaryFeature:
        """Get the polygon of a boundary as a GeoJSON Feature.

        Accepts any form of boundary id. `detail` limits the number of points in the whole
        polygon; a boundary with fewer points is not simplified. The polygon is always valid,
        wound as RFC 7946 requires and cut at the antimeridian. `area_km2` is always that of the
        full polygon.

        If the polygon is too large for the answer, `geometry` is null and `download_url` names a
        file. Higher detail than `low` requires a key.

        Access: public with detail=low, the default without a key; higher detail requires a key.
        Units: 1.

        Args:
            id: Boundary id: `r2171347` or `relation/2171347`, `w123`, an openstreetmap.org
                address, `wikidata:Q64`, `iso:DE-BE` or `iso:DE`.
            detail: Detail of the polygon: low has about 1,000 points, medium 5,000, high 25,000;
                full is not simplified. Default: low without a key, medium with one.
            precision: Decimal places of the coordinates. Default by detail: low 4, medium 5,
                high 6, full 7.
            include: parents: all levels of the hierarchy, with bounding boxes; children: the
                direct subdivisions. Default: [].

        Raises:
            MetesProblem: invalid_input, unauthorized, insufficient_scope, rate_limited,
                internal_error, storage_full, database_unavailable, overloaded, quota_exceeded,
                not_found, source_unavailable, source_timeout.

        Example:
            A small country: `get_boundary("iso:LI", detail="low")`
        """
        answer: BoundaryFeature = self._call(
            "get_boundary",
            {
                "id": id,
                "detail": detail,
                "precision": precision,
                "include": include,
            },
        )
        return answer

    def export_boundary(
        self,
        id: BoundaryId,
        *,
        format: Optional[Literal[
            "geojson", "kml", "wkt", "svg", "gml", "geojsonl", "geojsons", "topojson", "fgb",
            "gpkg", "parquet", "shp", "csv", "wkb", "poly",
        ]] = None,
        detail: Optional[Detail] = None,
    ) -> ExportBoundaryOutput:
        """Export the polygon of a boundary as a file, for a GIS, a database or a map.

        The file is created at the first request. Its address is public, needs no key, and always
        returns the same bytes. When the boundary changes, the new file gets a new address; the
        old address keeps the old file. Names are in the language of the request if known, else
        local.

        Every file contains attribution and licence, except wkt and wkb, which have no room for
        them: show the `attribution` of the answer.

        The REST route redirects to the file. `detail` limits the number of points in the whole
        polygon, as in get_boundary.

        Access: key. Units: 1.

        Args:
            id: Boundary id: `r2171347` or `relation/2171347`, `w123`, an openstreetmap.org
                address, `wikidata:Q64`, `iso:DE-BE` or `iso:DE`.
            format: File format. geojson: GeoJSON (RFC 7946); kml: KML 2.2; wkt: well-known text
                of the geometry alone; svg: a drawing (SVG); gml: GML 3.2, latitude first;
                geojsonl: one GeoJSON Feature per line; geojsons: GeoJSON text sequence (RFC
                8142); topojson: TopoJSON 1.0, shared borders once; fgb: FlatGeobuf 3, with an
                index; gpkg: GeoPackage 1.3; parquet: GeoParquet 1.1; shp: a Shapefile in a zip
                archive; csv: CSV with the geometry as well-known text; wkb: well-known binary of
                the geometry alone; poly: polygon filter file of Osmosis and osmium. Default:
                "geojson".
            detail: Detail of the polygon: low has about 1,000 points, medium 5,000, high 25,000;
                full is not simplified. Default: "medium".

        Raises:
            MetesProblem: invalid_input, unauthorized, insufficient_scope, rate_limited,
                internal_error, storage_full, database_unavailable, overloaded, quota_exceeded,
                not_found, source_unavailable, source_timeout.

        Example:
            A drawing of a small country: `export_boundary("iso:LI", format="svg", detail="low")`
        """
        answer: ExportBoundaryOutput = self._call(
            "export_boundary",
            {
                "id": id,
                "format": format,
                "detail": detail,
            },
        )
        return answer

    @overload
    def export_collection(
        self,
        within: Optional[BoundaryId] = None,
        *,
        members: Optional[Literal["children", "hierarchy"]] = None,
        admin_level: Optional[int] = None,
        kind: Optional[Kind] = None,
        ids: Optional[Sequence[BoundaryId]] = None,
        format: Optional[Literal[
            "geojson", "kml", "svg", "gml", "geojsonl", "geojsons", "topojson", "fgb", "gpkg",
            "parquet", "cover", "shp", "csv",
        ]] = None,
        detail: Optional[Detail] = None,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        job_after_seconds: None = None,
    ) -> ExportCollectionOutput: ...

    @overload
    def export_collection(
        self,
        within: Optional[BoundaryId] = None,
        *,
        members: Optional[Literal["children", "hierarchy"]] = None,
        admin_level: Optional[int] = None,
        kind: Optional[Kind] = None,
        ids: Optional[Sequence[BoundaryId]] = None,
        format: Optional[Literal[
            "geojson", "kml", "svg", "gml", "geojsonl", "geojsons", "topojson", "fgb", "gpkg",
            "parquet", "cover", "shp", "csv",
        ]] = None,
        detail: Optional[Detail] = None,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        job_after_seconds: int,
    ) -> LongAnswer[ExportCollectionOutput]: ...

    @overload
    def export_collection(
        self,
        within: Optional[BoundaryId] = None,
        *,
        members: Optional[Literal["children", "hierarchy"]] = None,
        admin_level: Optional[int] = None,
        kind: Optional[Kind] = None,
        ids: Optional[Sequence[BoundaryId]] = None,
        format: Optional[Literal[
            "geojson", "kml", "svg", "gml", "geojsonl", "geojsons", "topojson", "fgb", "gpkg",
            "parquet", "cover", "shp", "csv",
        ]] = None,
        detail: Optional[Detail] = None,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        job_after_seconds: Optional[int],
    ) -> Union[ExportCollectionOutput, LongAnswer[ExportCollectionOutput]]: ...

    def export_collection(
        self,
        within: Optional[BoundaryId] = None,
        *,
        members: Optional[Literal["children", "hierarchy"]] = None,
        admin_level: Optional[int] = None,
        kind: Optional[Kind] = None,
        ids: Optional[Sequence[BoundaryId]] = None,
        format: Optional[Literal[
            "geojson", "kml", "svg", "gml", "geojsonl", "geojsons", "topojson", "fgb", "gpkg",
            "parquet", "cover", "shp", "csv",
        ]] = None,
        detail: Optional[Detail] = None,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        job_after_seconds: Optional[int] = None,
    ) -> Union[ExportCollectionOutput, LongAnswer[ExportCollectionOutput]]:
        """Export many boundaries as one file: the subdivisions of a boundary, a level or kind in
        it, or a list of ids.

        Name either a boundary in `within`, whose subdivisions are exported, or up to 1,000
        boundaries in `ids`, such as the parts of an area. Up to 100,000 boundaries fit in a
        file. `dry_run` returns their number, the cost and the approximate size of the file; it
        writes no file and is free.

        The set is simplified together: neighbours keep their common borders, without gaps and
        overlaps. The number of points grows with the square root of the number of boundaries, so
        16 states at low detail have about 4,000 points, each border counted once. At full detail
        nothing is simplified.

        `cover` is a table with which SQL engines find the boundaries that contain points, like
        contains_points. It is always of the full polygons, whatever `detail` says.

        The file belongs to the account. Its address needs no key. It expires at `expires_at`;
        until then it counts against the file quota of the plan. Use `job_after_seconds` for
        large collections.

        Access: key. Units: 1 unit per 10 boundaries, rounded up; free with dry_run.

        Args:
            within: Export subdivisions of this boundary.
            members: children: the direct subdivisions; hierarchy: the subdivisions of all
                levels. Default: "children".
            admin_level: Export only subdivisions of this level.
            kind: Export only subdivisions of this kind, of any level.
            ids: Export these boundaries instead.
            format: File format. geojson: GeoJSON (RFC 7946); kml: KML 2.2; svg: a drawing (SVG);
                gml: GML 3.2, latitude first; geojsonl: one GeoJSON Feature per line; geojsons:
                GeoJSON text sequence (RFC 8142); topojson: TopoJSON 1.0, shared borders once;
                fgb: FlatGeobuf 3, with an index; gpkg: GeoPackage 1.3; parquet: GeoParquet 1.1;
                cover: exact cover for joins in SQL (Parquet); shp: a Shapefile in a zip archive;
                csv: CSV with the geometry as well-known text. Default: "geojson".
            detail: Detail of the polygon: low has about 1,000 points, medium 5,000, high 25,000;
                full is not simplified. Default: "medium".
            dry_run: Return only the size and the cost. Default: False.
            idempotency_key: Repeats with the same key get the first answer and cost nothing.
                Default: a new key for each call, which its retries share.
            job_after_seconds: Returns a `LongAnswer`, which may be a job: the call runs as one
                if it takes longer than these seconds.

        Raises:
            MetesProblem: invalid_input, unauthorized, insufficient_scope, rate_limited,
                internal_error, storage_full, database_unavailable, overloaded, quota_exceeded,
                idempotency_conflict, too_many_files, not_found, empty_area, too_large,
                source_unavailable.

        Example:
            Size and cost of a file with the counties of a state:
                `export_collection(within="iso:US-UT", kind="county", format="gpkg",
                dry_run=True)`
        """
        answer: Union[ExportCollectionOutput, LongAnswer[ExportCollectionOutput]] = self._call_long(
            "export_collection",
            {
                "within": within,
                "members": members,
                "admin_level": admin_level,
                "kind": kind,
                "ids": ids,
                "format": format,
                "detail": detail,
                "dry_run": dry_run,
            },
            idempotency_key,
            job_after_seconds,
        )
        return answer

    def reverse_boundaries(
        self,
        lat: float,
        lon: float,
    ) -> ReverseBoundariesOutput:
        """List every boundary that contains a point.

        Sorted from the country down to the smallest district, then postcode areas. A point on a
        border is in both neighbours. Each boundary has an `id` for get_boundary. Parents of a
        boundary that contains the point are listed with it, even where their own polygons end at
        the coast. The list is empty for a point on the high seas.

        On disputed land, it lists every claimant whose boundary includes the point, the
        administering one first; `disputed` names the dispute. Land that countries hold together
        is in `condominiums`. If no country contains the point, or no unit directly below the
        country does, `nearby` lists boundaries within 3 km: the point may be on a pier or in a
        gap between data sets.

        Access: key. Units: 1.

        Args:
            lat: Latitude in degrees.
            lon: Longitude in degrees.

        Raises:
            MetesProblem: invalid_input, unauthorized, insufficient_scope, rate_limited,
                internal_error, storage_full, database_unavailable, overloaded, quota_exceeded,
                source_unavailable, source_timeout.

        Example:
            Where Denver is: `reverse_boundaries(lat=39.7392, lon=-104.9903)`
        """
        answer: ReverseBoundariesOutput = self._call(
            "reverse_boundaries",
            {
                "lat": lat,
                "lon": lon,
            },
        )
        return answer

    def list_children(
        self,
        id: BoundaryId,
        *,
        admin_level: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> ListChildrenOutput:
        """List the direct subdivisions of a boundary.

        Lists the subdivisions of the next lower administrative level that has any, sorted by
        name; `admin_level` selects another level. The levels differ by country, so the answer
        names the level. A boundary without subdivisions has an empty list and `admin_level`
        null.

        If a level covers less than half of the boundary, units of lower levels complete the
        list: the districts of mainland Portugal are listed beside the Azores and Madeira. Each
        child has its own `admin_level`. Levels without a government of their own are skipped.
        Territories with a country code of their own are left out when there are other units.
        `notes` says what was combined, skipped or left out, and whether a list from the bundled
        atlas is outdated or incomplete.

        Access: public. Units: 0.

        Args:
            id: Boundary id: `r2171347` or `relation/2171347`, `w123`, an openstreetmap.org
                address, `wikidata:Q64`, `iso:DE-BE` or `iso:DE`.
            admin_level: Level of the subdivisions. Default: the next lower level that has any.
            limit: Maximum number of subdivisions. Default: all.
            cursor: `next_cursor` of the previous page.

        Raises:
            MetesProblem: invalid_input, unauthorized, insufficient_scope, rate_limited,
                internal_error, storage_full, database_unavailable, overloaded, not_found,
                source_unavailable, source_timeout.

        Example:
            The states of Germany: `list_children("iso:DE")`
        """
        answer: ListChildrenOutput = self._call(
            "list_children",
            {
                "id": id,
                "admin_level": admin_level,
                "limit": limit,
                "cursor": cursor,
            },
        )
        return answer

    def contains_points(
        self,
        id: BoundaryId,
        *,
        points: Sequence[Sequence[float]],
        idempotency_key: Optional[str] = None,
    ) -> ContainsPointsOutput:
        """Test which of up to 10,000 points lie in a boundary.

        Points are [lon, lat] as in GeoJSON. A point on the border is inside. Points are always
        tested against the full polygon, never a simplified one. To find which boundaries contain
        a point, use reverse_boundaries.

        Access: key. Units: 1 unit per 1,000 points, rounded up.

        Args:
            id: Boundary id: `r2171347` or `relation/2171347`, `w123`, an openstreetmap.org
                address, `wikidata:Q64`, `iso:DE-BE` or `iso:DE`.
            points: 1 to 10,000 points, each [lon, lat] in degrees: longitude first, as in
                GeoJSON.
            idempotency_key: Repeats with the same key get the first answer and cost nothing.
                Default: a new key for each call, which its retries share.

        Raises:
            MetesProblem: invalid_input, unauthorized, insufficient_scope, rate_limited,
                internal_error, storage_full, database_unavailable, overloaded, quota_exceeded,
                idempotency_conflict, not_found, too_large, source_unavailable, source_timeout.

        Example:
            Which of three cities are in California: `contains_points("iso:US-CA",
                points=[[-122.4194, 37.7749], [-115.1398, 36.1699], [-118.2437, 34.0522]])`
        """
        answer: ContainsPointsOutput = self._call(
            "contains_points",
            {
                "id": id,
                "points": points,
            },
            idempotency_key,
        )
        return answer

    @overload
    def union_boundaries(
        self,
        include: Sequence[BoundaryId],
        *,
        exclude: Optional[Sequence[BoundaryId]] = None,
        detail: Optional[Detail] = None,
        format: Optional[Literal[
            "geojson", "kml", "wkt", "svg", "gml", "geojsonl", "geojsons", "topojson", "fgb",
            "gpkg", "parquet", "shp", "csv", "wkb", "poly",
        ]] = None,
        idempotency_key: Optional[str] = None,
        job_after_seconds: None = None,
    ) -> UnionBoundariesOutput: ...

    @overload
    def union_boundaries(
        self,
        include: Sequence[BoundaryId],
        *,
        exclude: Optional[Sequence[BoundaryId]] = None,
        detail: Optional[Detail] = None,
        format: Optional[Literal[
            "geojson", "kml", "wkt", "svg", "gml", "geojsonl", "geojsons", "topojson", "fgb",
            "gpkg", "parquet", "shp", "csv", "wkb", "poly",
        ]] = None,
        idempotency_key: Optional[str] = None,
        job_after_seconds: int,
    ) -> LongAnswer[UnionBoundariesOutput]: ...

    @overload
    def union_boundaries(
        self,
        include: Sequence[BoundaryId],
        *,
        exclude: Optional[Sequence[BoundaryId]] = None,
        detail: Optional[Detail] = None,
        format: Optional[Literal[
            "geojson", "kml", "wkt", "svg", "gml", "geojsonl", "geojsons", "topojson", "fgb",
            "gpkg", "parquet", "shp", "csv", "wkb", "poly",
        ]] = None,
        idempotency_key: Optional[str] = None,
        job_after_seconds: Optional[int],
    ) -> Union[UnionBoundariesOutput, LongAnswer[UnionBoundariesOutput]]: ...

    def union_boundaries(
        self,
        include: Sequence[BoundaryId],
        *,
        exclude: Optional[Sequence[BoundaryId]] = None,
        detail: Optional[Detail] = None,
        format: Optional[Literal[
            "geojson", "kml", "wkt", "svg", "gml", "geojsonl", "geojsons", "topojson", "fgb",
            "gpkg", "parquet", "shp", "csv", "wkb", "poly",
        ]] = None,
        idempotency_key: Optional[str] = None,
        job_after_seconds: Optional[int] = None,
    ) -> Union[UnionBoundariesOutput, LongAnswer[UnionBoundariesOutput]]:
        """Merge boundaries into one area and cut others out of it.

        Returns the union of the included boundaries minus the union of the excluded ones as a
        GeoJSON Feature. The order of the ids and repeated ids do not matter. The full polygons
        are merged before the result is simplified to `detail`, so shared borders disappear
        completely.

        If the excluded boundaries cover all included ones, the answer is 422 `empty_area`. If
        the result is too large for the answer, or `format` is not geojson, `geometry` is null
        and `download_url` names a file. Files expire; `download_expires_at` says when.

        Access: key. Units: 1 unit per boundary, included or excluded; repeated ids count once.

        Args:
            include: Ids of the boundaries to merge.
            exclude: Ids of the boundaries to cut out.
            detail: Detail of the polygon: low has about 1,000 points, medium 5,000, high 25,000;
                full is not simplified. Default: "medium".
            format: Any format but geojson puts the polygon into a file that `download_url`
                names. File format. geojson: GeoJSON (RFC 7946); kml: KML 2.2; wkt: well-known
                text of the geometry alone; svg: a drawing (SVG); gml: GML 3.2, latitude first;
                geojsonl: one GeoJSON Feature per line; geojsons: GeoJSON text sequence (RFC
                8142); topojson: TopoJSON 1.0, shared borders once; fgb: FlatGeobuf 3, with an
                index; gpkg: GeoPackage 1.3; parquet: GeoParquet 1.1; shp: a Shapefile in a zip
                archive; csv: CSV with the geometry as well-known text; wkb: well-known binary of
                the geometry alone; poly: polygon filter file of Osmosis and osmium. Default:
                "geojson".
            idempotency_key: Repeats with the same key get the first answer and cost nothing.
                Default: a new key for each call, which its retries share.
            job_after_seconds: Returns a `LongAnswer`, which may be a job: the call runs as one
                if it takes longer than these seconds.

        Raises:
            MetesProblem: invalid_input, unauthorized, insufficient_scope, rate_limited,
                internal_error, storage_full, database_unavailable, overloaded, quota_exceeded,
                idempotency_conflict, too_many_files, not_found, empty_area, too_large,
                source_unavailable, source_timeout.

        Example:
            Two states: `union_boundaries(["iso:US-NV", "iso:US-CA"], detail="low")`
        """
        answer: Union[UnionBoundariesOutput, LongAnswer[UnionBoundariesOutput]] = self._call_long(
            "union_boundaries",
            {
                "include": include,
                "exclude": exclude,
                "detail": detail,
                "format": format,
            },
            idempotency_key,
            job_after_seconds,
        )
        return answer

    @overload
    def create_area(
        self,
        text: str,
        *,
        country: Optional[str] = None,
        source: Optional[str] = None,
        seed: Optional[CreateAreaInputSeed] = None,
        explain: Optional[bool] = None,
        detail: Optional[Detail] = None,
        precision: Optional[int] = None,
        format: Optional[Literal[
            "geojson", "kml", "wkt", "svg", "gml", "geojsonl", "geojsons", "topojson", "fgb",
            "gpkg", "parquet", "shp", "csv", "wkb", "poly",
        ]] = None,
        idempotency_key: Optional[str] = None,
        job_after_seconds: None = None,
    ) -> CreateAreaOutput: ...

    @overload
    def create_area(
        self,
        text: str,
        *,
        country: Optional[str] = None,
        source: Optional[str] = None,
        seed: Optional[CreateAreaInputSeed] = None,
        explain: Optional[bool] = None,
        detail: Optional[Detail] = None,
        precision: Optional[int] = None,
        format: Optional[Literal[
            "geojson", "kml", "wkt", "svg", "gml", "geojsonl", "geojsons", "topojson", "fgb",
            "gpkg", "parquet", "shp", "csv", "wkb", "poly",
        ]] = None,
        idempotency_key: Optional[str] = None,
        job_after_seconds: int,
    ) -> LongAnswer[CreateAreaOutput]: ...

    @overload
    def create_area(
        self,
        text: str,
        *,
        country: Optional[str] = None,
        source: Optional[str] = None,
        seed: Optional[CreateAreaInputSeed] = None,
        explain: Optional[bool] = None,
        detail: Optional[Detail] = None,
        precision: Optional[int] = None,
        format: Optional[Literal[
            "geojson", "kml", "wkt", "svg", "gml", "geojsonl", "geojsons", "topojson", "fgb",
            "gpkg", "parquet", "shp", "csv", "wkb", "poly",
        ]] = None,
        idempotency_key: Optional[str] = None,
        job_after_seconds: Optional[int],
    ) -> Union[CreateAreaOutput, LongAnswer[CreateAreaOutput]]: ...

    def create_area(
        self,
        text: str,
        *,
        country: Optional[str] = None,
        source: Optional[str] = None,
        seed: Optional[CreateAreaInputSeed] = None,
        explain: Optional[bool] = None,
        detail: Optional[Detail] = None,
        precision: Optional[int] = None,
        format: Optional[Literal[
            "geojson", "kml", "wkt", "svg", "gml", "geojsonl", "geojsons", "topojson", "fgb",
            "gpkg", "parquet", "shp", "csv", "wkb", "poly",
        ]] = None,
        idempotency_key: Optional[str] = None,
        job_after_seconds: Optional[int] = None,
    ) -> Union[CreateAreaOutput, LongAnswer[CreateAreaOutput]]:
        """Turn a description in plain words into one polygon of land.

        Reads a description, such as a clause of a contract, and returns the land that it
        describes as one valid GeoJSON polygon: everything included, minus everything excluded.
        `parts` lists each boundary with its source and the words it comes from; `summary`
        describes the area in one sentence. With a `format` other than geojson, `geometry` is
        null and `download_url` names the file, which expires. `detail` and `precision` simplify
        the finished polygon; `area_km2` and `bbox` are those of the full one.

        Understands lists, exceptions and exceptions to exceptions, groups of countries and
        states (`New England`, `Benelux`), and every name that search_boundaries finds. Either
        the whole description is mapped or none of it: if a part is not a boundary ("downtown",
        "within 50 miles of"), unknown, or ambiguous, the answer is 422 `unmappable_area`, which
        names each such part with the reason.

        For a single named place, search_boundaries and get_boundary are faster and cheaper.

        Access: key. Units: 50.

        Args:
            text: Description of the area, in any language.
            country: ISO 3166-1 alpha-2 code of its country, if known.
            source: Where the description comes from.
            seed: A point that must be inside. It also decides between places of the same name.
            explain: Tell how it was read. Default: False.
            detail: Detail of the polygon: low has about 1,000 points, medium 5,000, high 25,000;
                full is not simplified. Default: "full".
            precision: Decimal places of the coordinates. Default by detail: low 4, medium 5,
                high 6, full 7.
            format: Any format but geojson puts the polygon into a file that `download_url`
                names. File format. geojson: GeoJSON (RFC 7946); kml: KML 2.2; wkt: well-known
                text of the geometry alone; svg: a drawing (SVG); gml: GML 3.2, latitude first;
                geojsonl: one GeoJSON Feature per line; geojsons: GeoJSON text sequence (RFC
                8142); topojson: TopoJSON 1.0, shared borders once; fgb: FlatGeobuf 3, with an
                index; gpkg: GeoPackage 1.3; parquet: GeoParquet 1.1; shp: a Shapefile in a zip
                archive; csv: CSV with the geometry as well-known text; wkb: well-known binary of
                the geometry alone; poly: polygon filter file of Osmosis and osmium. Default:
                "geojson".
            idempotency_key: Repeats with the same key get the first answer and cost nothing.
                Default: a new key for each call, which its retries share.
            job_after_seconds: Returns a `LongAnswer`, which may be a job: the call runs as one
                if it takes longer than these seconds.

        Raises:
            MetesProblem: invalid_input, unauthorized, insufficient_scope, rate_limited,
                internal_error, storage_full, database_unavailable, overloaded, quota_exceeded,
                idempotency_conflict, too_many_files, too_large, unmappable_area, empty_area,
                source_unavailable, source_timeout.

        Example:
            A group of countries without one of them: `create_area("Benelux without Luxembourg")`
        """
        answer: Union[CreateAreaOutput, LongAnswer[CreateAreaOutput]] = self._call_long(
            "create_area",
            {
                "text": text,
                "country": country,
                "source": source,
                "seed": seed,
                "explain": explain,
                "detail": detail,
                "precision": precision,
                "format": format,
            },
            idempotency_key,
            job_after_seconds,
        )
        return answer

    def get_job(
        self,
        id: JobId,
        *,
        wait: Optional[int] = None,
    ) -> Job:
        """Get a job: its state, progress and result.

        A long call with `job_after_seconds` returns a `LongAnswer`, which may have a job. The
        job is `queued`, then `running`, and ends as `done` with `result`, `failed` with
        `problem`, or `cancelled`. `result` and `problem` are what the call itself would have
        returned.

        Use `wait` instead of frequent polling: the answer then comes at the next step, state
        change or end of the job, or after `wait` seconds. A job and its result are kept for 24
        hours after its end. Only the account that made the call can see the job.

        Access: key. Units: 0.

        Args:
            id: Id of the job, from the 202 answer.
            wait: Maximum number of seconds to wait for a change of a job that has not ended.
                Default: 0.

        Raises:
            MetesProblem: invalid_input, unauthorized, insufficient_scope, rate_limited,
                internal_error, storage_full, database_unavailable, overloaded, not_found.

        Example:
            The state of a job: `get_job("job_7k2m9x4c1p8w5t3z7k2m9x")`
        """
        answer: Job = self._call(
            "get_job",
            {
                "id": id,
                "wait": wait,
            },
        )
        return answer

    def cancel_job(
        self,
        id: JobId,
    ) -> Job:
        """Cancel a job and refund its units.

        Cancels a queued or running job: its work stops within two seconds, and its units are
        refunded immediately. A job that has ended stays unchanged. Returns the job, as get_job
        does.

        Access: key. Units: 0.

        Args:
            id: Id of the job, from the 202 answer.

        Raises:
            MetesProblem: invalid_input, unauthorized, insufficient_scope, rate_limited,
                internal_error, storage_full, database_unavailable, overloaded, not_found.

        Example:
            A call that is no longer needed: `cancel_job("job_7k2m9x4c1p8w5t3z7k2m9x")`
        """
        answer: Job = self._call(
            "cancel_job",
            {
                "id": id,
            },
        )
        return answer

    def get_account(
        self,
    ) -> Account:
        """Get your account: plan, units left this month, rate limit and profile.

        Returns the account of the key. Call it before a batch to check that enough units are
        left.

        Access: key. Units: 0.

        Raises:
            MetesProblem: invalid_input, unauthorized, insufficient_scope, rate_limited,
                internal_error, storage_full, database_unavailable, overloaded.

        Example:
            The account of the key: `get_account()`
        """
        answer: Account = self._call(
            "get_account",
            {},
        )
        return answer

    def update_profile(
        self,
        *,
        name: Optional[str] = None,
        company: Optional[str] = None,
        use_case: Optional[str] = None,
    ) -> Account:
        """Update your profile: name, company, use case.

        Send only what should change. An empty string clears a field; omitted fields stay
        unchanged. Returns the account after the change.

        Access: key. Units: 0.

        Args:
            name: Your name. An empty string clears it.
            company: The company you work for. An empty string clears it.
            use_case: What you use boundaries for. An empty string clears it.

        Raises:
            MetesProblem: invalid_input, unauthorized, insufficient_scope, rate_limited,
                internal_error, storage_full, database_unavailable, overloaded.

        Example:
            Set the name and remove the company: `update_profile(name="Ann Surveyor",
                company="")`
        """
        answer: Account = self._call(
            "update_profile",
            {
                "name": name,
                "company": company,
                "use_case": use_case,
            },
        )
        return answer

    def update_email_preferences(
        self,
        *,
        subscribed: Optional[bool] = None,
        kinds: Optional[UpdateEmailPreferencesInputKinds] = None,
    ) -> UpdateEmailPreferencesOutput:
        """Choose which emails you receive.

        Send only what should change. An empty input returns the current preferences. Each kind
        keeps its setting while `subscribed` is false. Sign-in and security emails are always
        sent.

        Access: key. Units: 0.

        Args:
            subscribed: False stops all kinds, as the unsubscribe link does. True sends the kinds
                that are switched on.
            kinds: Omitted kinds keep their setting.

        Raises:
            MetesProblem: invalid_input, unauthorized, insufficient_scope, rate_limited,
                internal_error, storage_full, database_unavailable, overloaded.

        Example:
            No product updates: `update_email_preferences(kinds={"product_updates": False})`
        """
        answer: UpdateEmailPreferencesOutput = self._call(
            "update_email_preferences",
            {
                "subscribed": subscribed,
                "kinds": kinds,
            },
        )
        return answer

    def get_usage(
        self,
        days: Optional[int] = None,
    ) -> GetUsageOutput:
        """Get your calls and units by day and operation.

        Days are in UTC, oldest first, today last, and include days without calls. Calls that
        cost units are counted at once, so the units agree with get_account; free calls and cache
        hits appear after a second or two.

        Access: key. Units: 0.

        Args:
            days: Number of days, including today. Default: 30.

        Raises:
            MetesProblem: invalid_input, unauthorized, insufficient_scope, rate_limited,
                internal_error, storage_full, database_unavailable, overloaded.

        Example:
            The last week: `get_usage(days=7)`
        """
        answer: GetUsageOutput = self._call(
            "get_usage",
            {
                "days": days,
            },
        )
        return answer

    def list_keys(
        self,
    ) -> ListKeysOutput:
        """List your API keys, newest first.

        Includes revoked keys. Shows only the first characters of each key: the whole key was
        shown once, when it was created.

        Access: key. Units: 0.

        Raises:
            MetesProblem: invalid_input, unauthorized, insufficient_scope, rate_limited,
                internal_error, storage_full, database_unavailable, overloaded.

        Example:
            All keys of the account: `list_keys()`
        """
        answer: ListKeysOutput = self._call(
            "list_keys",
            {},
        )
        return answer

    def create_key(
        self,
        *,
        name: Optional[str] = None,
    ) -> CreateKeyOutput:
        """Create another API key.

        The answer shows the key once; the service stores only its hash. All keys of an account
        share its units and limits. An account can have 50 keys that are not revoked, and create
        100 in 24 hours.

        Access: key. Units: 0.

        Args:
            name: A name for the key, such as the machine or program that uses it.

        Raises:
            MetesProblem: invalid_input, unauthorized, insufficient_scope, rate_limited,
                internal_error, storage_full, database_unavailable, overloaded, too_many_keys.

        Example:
            A key for a machine: `create_key(name="nightly import")`
        """
        answer: CreateKeyOutput = self._call(
            "create_key",
            {
                "name": name,
            },
        )
        return answer

    def revoke_key(
        self,
        id: str,
    ) -> RevokeKeyOutput:
        """Revoke an API key permanently.

        The key stops working within two seconds. Revoking it again has no effect.

        Access: key. Units: 0.

        Args:
            id: Id of the key, from `list_keys`.

        Raises:
            MetesProblem: invalid_input, unauthorized, insufficient_scope, rate_limited,
                internal_error, storage_full, database_unavailable, overloaded, not_found.

        Example:
            A key that is no longer needed: `revoke_key("7k2m9x4c1p8w5t3z")`
        """
        answer: RevokeKeyOutput = self._call(
            "revoke_key",
            {
                "id": id,
            },
        )
        return answer

    def report_issue(
        self,
        title: str,
        *,
        details: Optional[str] = None,
        request_id: Optional[str] = None,
        op: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> PostedFeedbackItem:
        """Report a failing call, a wrong boundary or an error in the documentation.

        Check with list_feedback first whether the issue is already reported, and upvote it
        instead; `similar` lists possible duplicates. The board is public: do not post keys or
        personal data. Text that looks like a key is masked, and `warnings` says so. Nobody sees
        your address, and only you and the operator see the `request_id`. You upvote your own
        item and get its updates by email. The limit is 10 new items per day, issues and feature
        requests together.

        Access: key. Units: 0.

        Args:
            title: Summary in one line.
            details: What you did, what happened and what you expected. Public: no keys, no
                personal data. Default: "".
            request_id: Id of the failed call, from the X-Request-Id header or the error body.
            op: Name of the operation that the issue is about.
            idempotency_key: Repeats with the same key get the first answer and cost nothing.
                Default: a new key for each call, which its retries share.

        Raises:
            MetesProblem: invalid_input, unauthorized, insufficient_scope, rate_limited,
                internal_error, storage_full, database_unavailable, overloaded,
                idempotency_conflict.

        Example:
            A wrong boundary: `report_issue("An island is missing from the Azores",
                details="Corvo is in the country but not in the region.", op="get_boundary")`
        """
        answer: PostedFeedbackItem = self._call(
            "report_issue",
            {
                "title": title,
                "details": details,
                "request_id": request_id,
                "op": op,
            },
            idempotency_key,
        )
        return answer

    def request_feature(
        self,
        title: str,
        *,
        details: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> PostedFeedbackItem:
        """Request a feature.

        Check with list_feedback first whether the feature is already requested, and upvote it
        instead; `similar` lists possible duplicates. The board is public: do not post keys or
        personal data. Text that looks like a key is masked, and `warnings` says so. The limit is
        10 new items per day, issues and feature requests together.

        Access: key. Units: 0.

        Args:
            title: Summary in one line.
            details: What you did, what happened and what you expected. Public: no keys, no
                personal data. Default: "".
            idempotency_key: Repeats with the same key get the first answer and cost nothing.
                Default: a new key for each call, which its retries share.

        Raises:
            MetesProblem: invalid_input, unauthorized, insufficient_scope, rate_limited,
                internal_error, storage_full, database_unavailable, overloaded,
                idempotency_conflict.

        Example:
            A new export format: `request_feature("Boundaries as TopoJSON", details="Shared
                borders would be sent once.")`
        """
        answer: PostedFeedbackItem = self._call(
            "request_feature",
            {
                "title": title,
                "details": details,
            },
            idempotency_key,
        )
        return answer

    def list_feedback(
        self,
        q: Optional[str] = None,
        *,
        kind: Optional[FeedbackKind] = None,
        status: Optional[FeedbackStatus] = None,
        sort: Optional[Literal["top", "new", "updated"]] = None,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> ListFeedbackOutput:
        """List and search feedback items.

        The board is public. `q` finds items whose title or details contain all of its words,
        even inside longer words. Each item includes its newest 5 comments; get_feedback returns
        up to 500. To get the next page, pass `next_cursor` as `cursor` with the same other
        fields. With `sort` `new`, paging neither repeats nor skips items, even when items are
        added meanwhile.

        Access: public. Units: 0.

        Args:
            q: Words that must occur in title or details.
            kind: Return only issues, or only feature requests.
            status: Return only items with this status.
            sort: Order: most upvotes first, newest first, or last comment or status change
                first. Default: "top".
            cursor: `next_cursor` of the previous page, unchanged: it is opaque. It is valid for
                one `sort` only.
            limit: Maximum number of items. Default: 20.

        Raises:
            MetesProblem: invalid_input, unauthorized, insufficient_scope, rate_limited,
                internal_error, storage_full, database_unavailable, overloaded.

        Example:
            The most upvoted items: `list_feedback(limit=5)`
        """
        answer: ListFeedbackOutput = self._call(
            "list_feedback",
            {
                "q": q,
                "kind": kind,
                "status": status,
                "sort": sort,
                "cursor": cursor,
                "limit": limit,
            },
        )
        return answer

    def get_feedback(
        self,
        id: int,
    ) -> FeedbackItem:
        """Get a feedback item with its comments.

        Returns status, upvotes and the newest 500 comments. The board is public.

        Access: public. Units: 0.

        Args:
            id: Id of the item, from `list_feedback`.

        Raises:
            MetesProblem: invalid_input, unauthorized, insufficient_scope, rate_limited,
                internal_error, storage_full, database_unavailable, overloaded, not_found.

        Example:
            The first item: `get_feedback(1)`
        """
        answer: FeedbackItem = self._call(
            "get_feedback",
            {
                "id": id,
            },
        )
        return answer

    def upvote_feedback(
        self,
        id: int,
    ) -> FeedbackItem:
        """Upvote a feedback item.

        Each account has one upvote per item: repeating the call has no effect. You get updates
        of upvoted items by email.

        Access: key. Units: 0.

        Args:
            id: Id of the item, from `list_feedback`.

        Raises:
            MetesProblem: invalid_input, unauthorized, insufficient_scope, rate_limited,
                internal_error, storage_full, database_unavailable, overloaded, not_found.

        Example:
            The first item: `upvote_feedback(1)`
        """
        answer: FeedbackItem = self._call(
            "upvote_feedback",
            {
                "id": id,
            },
        )
        return answer

    def remove_upvote(
        self,
        id: int,
    ) -> FeedbackItem:
        """Remove your upvote.

        Repeating the call has no effect. The author of an item can also remove their upvote.

        Access: key. Units: 0.

        Args:
            id: Id of the item, from `list_feedback`.

        Raises:
            MetesProblem: invalid_input, unauthorized, insufficient_scope, rate_limited,
                internal_error, storage_full, database_unavailable, overloaded, not_found.

        Example:
            The first item: `remove_upvote(1)`
        """
        answer: FeedbackItem = self._call(
            "remove_upvote",
            {
                "id": id,
            },
        )
        return answer

    def comment_feedback(
        self,
        id: int,
        text: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> WrittenFeedbackItem:
        """Comment on a feedback item.

        The board is public: do not post keys or personal data. Text that looks like a key is
        masked, and `warnings` says so. The author and the upvoters of the item get an email. The
        limit is 50 comments per day. On the command line of the server itself, the comment is
        posted as the operator.

        Access: key. Units: 0.

        Args:
            id: Id of the item, from `list_feedback`.
            text: The comment. Public: no keys, no personal data.
            idempotency_key: Repeats with the same key get the first answer and cost nothing.
                Default: a new key for each call, which its retries share.

        Raises:
            MetesProblem: invalid_input, unauthorized, insufficient_scope, rate_limited,
                internal_error, storage_full, database_unavailable, overloaded,
                idempotency_conflict, not_found.

        Example:
            Add an observation: `comment_feedback(id=1, text="The same happens with
                detail=full.")`
        """
        answer: WrittenFeedbackItem = self._call(
            "comment_feedback",
            {
                "id": id,
                "text": text,
            },
            idempotency_key,
        )
        return answer
