"""The types of answers.

Written by "npm run generate" from the definitions of the operations.
"""

from typing import Any, Literal, Optional, TypedDict, Union

ProblemCode = Literal[
    "invalid_input", "access_denied", "expired_token", "invalid_grant", "unauthorized",
    "quota_exceeded", "stale_form", "insufficient_scope", "foreign_origin", "not_found",
    "unknown_route", "unknown_tool", "method_not_allowed", "request_timeout", "too_many_feeds",
    "too_many_keys", "too_many_files", "idempotency_conflict", "too_large",
    "unsupported_media_type", "unmappable_area", "empty_area", "authorization_pending",
    "rate_limited", "headers_too_large", "cancelled", "internal_error", "job_interrupted",
    "source_unavailable", "overloaded", "too_many_connections", "not_ready", "storage_full",
    "database_unavailable", "source_timeout", "unreachable", "unexpected_answer", "job_cancelled",
]
"""The codes of problems. The client's own are unreachable, unexpected_answer, job_cancelled."""


BoundaryId = str
"""Boundary id: `r2171347` or `relation/2171347`, `w123`, an openstreetmap.org address,
`wikidata:Q64`, `iso:DE-BE` or `iso:DE`.
"""


JobId = str
"""Id of the job, from the 202 answer."""


Detail = Literal["low", "medium", "high", "full"]
"""Detail of the polygon: low has about 1,000 points, medium 5,000, high 25,000; full is not
simplified.
"""


Kind = Literal[
    "country", "state", "region", "province", "county", "district", "municipality", "city",
    "borough", "ward", "neighbourhood", "postal_code",
]


Position = list[float]
"""[lon, lat] in degrees."""


BoundingBox = list[float]
"""[west, south, east, north] in degrees; west is greater than east across the antimeridian (RFC
7946 §5.2).
"""


class PolygonsPolygon(TypedDict):
    type: Literal["Polygon"]
    coordinates: list[list[Position]]


class PolygonsMultiPolygon(TypedDict):
    type: Literal["MultiPolygon"]
    coordinates: list[list[list[Position]]]


Polygons = Union[PolygonsPolygon, PolygonsMultiPolygon]


class BoundaryRef(TypedDict):
    id: str
    """Canonical boundary id."""
    name: str
    kind: Kind
    admin_level: Optional[int]
    """OpenStreetMap’s administrative level; null for postcode areas and mainlands without one."""


class ChildBoundary(TypedDict):
    id: str
    """Canonical boundary id."""
    name: str
    kind: Kind
    admin_level: Optional[int]
    """OpenStreetMap’s administrative level; null for postcode areas and mainlands without one."""
    bbox: BoundingBox


class CandidateIdsOsm(TypedDict):
    """Relation or way, r62422."""

    id: str
    source: Literal["openstreetmap", "atlas"]
    """`openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made
    from.
    """


class CandidateIdsWikidata(TypedDict):
    """Wikidata entity, Q64."""

    id: str
    source: Literal["openstreetmap", "atlas"]
    """`openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made
    from.
    """


class CandidateIdsIso(TypedDict):
    """ISO 3166-2 code, or the alpha-2 code of a country."""

    id: str
    source: Literal["openstreetmap", "atlas"]
    """`openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made
    from.
    """


class CandidateIdsFips(TypedDict):
    """FIPS 6-4 code of a county of the United States, 06037."""

    id: str
    source: Literal["openstreetmap", "atlas"]
    """`openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made
    from.
    """


class CandidateIdsGeonames(TypedDict):
    """GeoNames, 2950159."""

    id: str
    source: Literal["openstreetmap", "atlas"]
    """`openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made
    from.
    """


class CandidateIdsNuts(TypedDict):
    """NUTS, DE3; of several codes the shortest."""

    id: str
    source: Literal["openstreetmap", "atlas"]
    """`openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made
    from.
    """


class CandidateIds(TypedDict, total=False):
    """Ids and codes in other systems, as far as they are known. Each is an id here, too:
    `nuts:DE212`.
    """

    osm: CandidateIdsOsm
    """Relation or way, r62422."""
    wikidata: CandidateIdsWikidata
    """Wikidata entity, Q64."""
    iso: CandidateIdsIso
    """ISO 3166-2 code, or the alpha-2 code of a country."""
    fips: CandidateIdsFips
    """FIPS 6-4 code of a county of the United States, 06037."""
    geonames: CandidateIdsGeonames
    """GeoNames, 2950159."""
    nuts: CandidateIdsNuts
    """NUTS, DE3; of several codes the shortest."""


class Candidate(TypedDict):
    id: str
    """Canonical boundary id."""
    name: str
    kind: Kind
    admin_level: Optional[int]
    """OpenStreetMap’s administrative level; null for postcode areas and mainlands without one."""
    country: Optional[str]
    """ISO 3166-1 alpha-2."""
    parents: list[BoundaryRef]
    """From the country down to the direct parent."""
    bbox: BoundingBox
    centroid: Position
    """[lon, lat] of a point inside."""
    population: Optional[int]
    """Null when unknown."""
    population_source: Optional[Literal["towns"]]
    """`towns`: the population is the sum of the towns in GeoNames, rounded to two significant
    digits, without people who live outside towns. Null: the population comes from the source of
    the boundary.
    """
    wikidata: Optional[str]
    """Wikidata entity, Q64."""
    iso: Optional[str]
    """ISO 3166-2 code, or the alpha-2 code of a country."""
    ids: CandidateIds
    """Ids and codes in other systems, as far as they are known. Each is an id here, too:
    `nuts:DE212`.
    """
    matched_name: Optional[str]
    """The name that matched the query; null when the call is not a search by name."""
    match: Optional[Literal["exact", "prefix", "words", "fuzzy"]]
    """`exact`: the query is a name, code or id of the boundary; `prefix`: a name starts with the
    query; `words`: a name contains its words; `fuzzy`: a name has a similar spelling. Null when
    the call is not a search by name.
    """


class DisputedItem(TypedDict):
    area: str
    """Name of the disputed area."""
    claimants: list[str]
    """ISO 3166-1 alpha-2 codes, or English names for claimants without a code. Empty for unclaimed
    land.
    """
    administered_by: list[str]
    """Who administers the area, written as in `claimants`; several when each administers a part."""
    source: str
    """A page about the dispute."""


Disputed = list[DisputedItem]
"""Disputed areas; empty when there are none."""


class CondominiumsItem(TypedDict):
    area: str
    """Name of the shared area."""
    countries: list[str]
    """ISO 3166-1 alpha-2 codes."""
    source: str
    """A page about the area."""


Condominiums = list[CondominiumsItem]
"""Areas that countries hold together by agreement; empty when there are none."""


class _BoundaryFeaturePropertiesParentsOptional(TypedDict, total=False):
    bbox: BoundingBox
    """Only with include=parents."""
    wikidata: Optional[str]
    """Only with include=parents."""


class BoundaryFeaturePropertiesParents(_BoundaryFeaturePropertiesParentsOptional):
    id: str
    """Canonical boundary id."""
    name: str
    kind: Kind
    admin_level: Optional[int]
    """OpenStreetMap’s administrative level; null for postcode areas and mainlands without one."""


class BoundaryFeaturePropertiesIdsOsm(TypedDict):
    """Relation or way, r62422."""

    id: str
    source: Literal["openstreetmap", "atlas"]
    """`openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made
    from.
    """


class BoundaryFeaturePropertiesIdsWikidata(TypedDict):
    """Wikidata entity, Q64."""

    id: str
    source: Literal["openstreetmap", "atlas"]
    """`openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made
    from.
    """


class BoundaryFeaturePropertiesIdsIso(TypedDict):
    """ISO 3166-2 code, or the alpha-2 code of a country."""

    id: str
    source: Literal["openstreetmap", "atlas"]
    """`openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made
    from.
    """


class BoundaryFeaturePropertiesIdsFips(TypedDict):
    """FIPS 6-4 code of a county of the United States, 06037."""

    id: str
    source: Literal["openstreetmap", "atlas"]
    """`openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made
    from.
    """


class BoundaryFeaturePropertiesIdsGeonames(TypedDict):
    """GeoNames, 2950159."""

    id: str
    source: Literal["openstreetmap", "atlas"]
    """`openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made
    from.
    """


class BoundaryFeaturePropertiesIdsNuts(TypedDict):
    """NUTS, DE3; of several codes the shortest."""

    id: str
    source: Literal["openstreetmap", "atlas"]
    """`openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made
    from.
    """


class BoundaryFeaturePropertiesIds(TypedDict, total=False):
    """Ids and codes in other systems, as far as they are known. Each is an id here, too:
    `nuts:DE212`.
    """

    osm: BoundaryFeaturePropertiesIdsOsm
    """Relation or way, r62422."""
    wikidata: BoundaryFeaturePropertiesIdsWikidata
    """Wikidata entity, Q64."""
    iso: BoundaryFeaturePropertiesIdsIso
    """ISO 3166-2 code, or the alpha-2 code of a country."""
    fips: BoundaryFeaturePropertiesIdsFips
    """FIPS 6-4 code of a county of the United States, 06037."""
    geonames: BoundaryFeaturePropertiesIdsGeonames
    """GeoNames, 2950159."""
    nuts: BoundaryFeaturePropertiesIdsNuts
    """NUTS, DE3; of several codes the shortest."""


class BoundaryFeaturePropertiesSource(TypedDict):
    url: str
    version: Optional[int]
    timestamp: Optional[str]
    """When the object was last edited, or the date of the extract when the edit time is unknown."""
    fetched_at: str
    stale: bool
    """True when a newer version could not be used, or when a fetched boundary is old and is being
    fetched again.
    """


class _BoundaryFeaturePropertiesOptional(TypedDict, total=False):
    ids: BoundaryFeaturePropertiesIds
    """Ids and codes in other systems, as far as they are known. Each is an id here, too:
    `nuts:DE212`.
    """
    children: list[ChildBoundary]
    """Direct subdivisions, only with include=children."""


class BoundaryFeatureProperties(_BoundaryFeaturePropertiesOptional):
    id: str
    name: str
    """In the requested language, else the local name."""
    names: dict[str, str]
    """Names by language tag. The local name is listed under its own language where the country
    leaves no doubt.
    """
    kind: Kind
    admin_level: Optional[int]
    """OpenStreetMap’s administrative level; null for postcode areas and mainlands without one."""
    country: Optional[str]
    iso: Optional[str]
    wikidata: Optional[str]
    population: Optional[int]
    """Null when unknown."""
    population_source: Optional[Literal["towns"]]
    """`towns`: the population is the sum of the towns in GeoNames, rounded to two significant
    digits, without people who live outside towns. Null: the population comes from the source of
    the boundary.
    """
    parents: list[BoundaryFeaturePropertiesParents]
    """The country and the direct parent; with include=parents, all levels."""
    alternatives: list[BoundaryRef]
    """Other boundaries that match the same id."""
    disputed: Disputed
    """Disputed areas that overlap the boundary; empty when there are none."""
    condominiums: Condominiums
    """Areas that overlap the boundary and that countries hold together by agreement; empty when
    there are none.
    """
    bbox: BoundingBox
    centroid: Position
    area_km2: float
    """Area of the full geometry, at every detail."""
    detail: Detail
    precision: int
    vertices: int
    """Number of positions in the geometry, including closing positions."""
    source: BoundaryFeaturePropertiesSource
    attribution: str
    """Required attribution and licence. Show it where you show the data."""


class _BoundaryFeatureOptional(TypedDict, total=False):
    download_url: str
    """Address of the file with the polygon, when geometry is null."""


class BoundaryFeature(_BoundaryFeatureOptional):
    type: Literal["Feature"]
    id: str
    bbox: BoundingBox
    geometry: Optional[Polygons]
    """Null when the polygon is too large for the answer."""
    properties: BoundaryFeatureProperties


class AccountUnits(TypedDict):
    """Units of this month."""

    used: int
    """Units spent, plus those reserved by running calls."""
    allowance: Optional[int]
    """Null for no limit."""
    remaining: Optional[int]
    """Null for no limit."""
    resets_at: str
    """When the count resets. Months are calendar months in UTC."""


class AccountRateLimit(TypedDict):
    calls_per_minute: Optional[int]
    """Null for no limit."""


class AccountProfile(TypedDict):
    name: Optional[str]
    """Null when not set."""
    company: Optional[str]
    """Null when not set."""
    use_case: Optional[str]
    """Null when not set."""


class Account(TypedDict):
    email: str
    plan: str
    units: AccountUnits
    """Units of this month."""
    rate_limit: AccountRateLimit
    profile: AccountProfile
    created_at: str


FeedbackKind = Literal["issue", "feature"]


FeedbackStatus = Literal["open", "planned", "in_progress", "done", "declined", "duplicate"]
"""Status, set by the operator."""


class FeedbackItemComments(TypedDict):
    id: int
    text: str
    """Plain text, never markup."""
    author: Literal["operator", "user"]
    created_at: str


class _FeedbackItemOptional(TypedDict, total=False):
    request_id: str
    """Id of the call that the item is about. Only the reporter sees it."""


class FeedbackItem(_FeedbackItemOptional):
    id: int
    kind: FeedbackKind
    title: str
    """Plain text, never markup."""
    details: str
    """Plain text with line breaks, never markup."""
    status: FeedbackStatus
    upvotes: int
    """Number of accounts that upvoted the item. The author upvotes it automatically."""
    comments: list[FeedbackItemComments]
    """Oldest first."""
    op: Optional[str]
    """Name of the operation that the item is about."""
    created_at: str
    updated_at: str
    """When it was last commented on or its status changed."""


class WrittenFeedbackItemComments(TypedDict):
    id: int
    text: str
    """Plain text, never markup."""
    author: Literal["operator", "user"]
    created_at: str


class WrittenFeedbackItemWarnings(TypedDict):
    path: str
    message: str
    code: Literal["secret_masked"]


class _WrittenFeedbackItemOptional(TypedDict, total=False):
    request_id: str
    """Id of the call that the item is about. Only the reporter sees it."""


class WrittenFeedbackItem(_WrittenFeedbackItemOptional):
    id: int
    kind: FeedbackKind
    title: str
    """Plain text, never markup."""
    details: str
    """Plain text with line breaks, never markup."""
    status: FeedbackStatus
    upvotes: int
    """Number of accounts that upvoted the item. The author upvotes it automatically."""
    comments: list[WrittenFeedbackItemComments]
    """Oldest first."""
    op: Optional[str]
    """Name of the operation that the item is about."""
    created_at: str
    updated_at: str
    """When it was last commented on or its status changed."""
    warnings: list[WrittenFeedbackItemWarnings]
    """Fields that were changed before storing: text that looks like a key is masked."""


class PostedFeedbackItemComments(TypedDict):
    id: int
    text: str
    """Plain text, never markup."""
    author: Literal["operator", "user"]
    created_at: str


class PostedFeedbackItemWarnings(TypedDict):
    path: str
    message: str
    code: Literal["secret_masked"]


class PostedFeedbackItemSimilar(TypedDict):
    id: int
    kind: FeedbackKind
    title: str
    status: FeedbackStatus
    upvotes: int


class _PostedFeedbackItemOptional(TypedDict, total=False):
    request_id: str
    """Id of the call that the item is about. Only the reporter sees it."""


class PostedFeedbackItem(_PostedFeedbackItemOptional):
    id: int
    kind: FeedbackKind
    title: str
    """Plain text, never markup."""
    details: str
    """Plain text with line breaks, never markup."""
    status: FeedbackStatus
    upvotes: int
    """Number of accounts that upvoted the item. The author upvotes it automatically."""
    comments: list[PostedFeedbackItemComments]
    """Oldest first."""
    op: Optional[str]
    """Name of the operation that the item is about."""
    created_at: str
    updated_at: str
    """When it was last commented on or its status changed."""
    warnings: list[PostedFeedbackItemWarnings]
    """Fields that were changed before storing: text that looks like a key is masked."""
    similar: list[PostedFeedbackItemSimilar]
    """Possible duplicates, most likely first. Upvote one of them instead of posting again."""


class JobSteps(TypedDict):
    text: str
    at: str


class Job(TypedDict):
    id: str
    status_url: str
    """Address of the job, for polling."""
    op: str
    """Name of the operation."""
    state: Literal["queued", "running", "done", "failed", "cancelled"]
    steps: list[JobSteps]
    """Progress so far, latest step last."""
    units: int
    """Cost in units: reserved until the job is done, refunded when it fails or is cancelled."""
    request_id: str
    """Id of the original call."""
    created_at: str
    started_at: Optional[str]
    """Null while the job is queued."""
    finished_at: Optional[str]
    """Null until the job ends."""
    expires_at: Optional[str]
    """When the job and its result are deleted; null until the job ends."""
    result: Optional[dict[str, Any]]
    """The answer of the call when the job is done, else null."""
    problem: Optional[dict[str, Any]]
    """The problem of the call when the job failed, else null."""


class ListOpsOutputOpsRoutesRest(TypedDict):
    method: str
    path: str


class ListOpsOutputOpsRoutesRpc(TypedDict):
    method: str
    path: str


class ListOpsOutputOpsRoutes(TypedDict):
    rest: ListOpsOutputOpsRoutesRest
    rpc: ListOpsOutputOpsRoutesRpc


class ListOpsOutputOpsExamples(TypedDict):
    title: str
    input: dict[str, Any]


class ListOpsOutputOps(TypedDict):
    name: str
    group: str
    summary: str
    description: str
    access: str
    """`public`, `key`, or the rule that decides between them."""
    units: Union[float, str]
    """Cost of one call in units, or the rule for it."""
    read_only: bool
    long: bool
    """The operation reports progress, stops when the caller disconnects, and supports `Prefer:
    respond-async`.
    """
    idempotency_key: bool
    """A POST accepts the header `Idempotency-Key`: repeats do not run again and cost nothing."""
    routes: ListOpsOutputOpsRoutes
    positional: list[str]
    """Fields that are positional arguments of the command."""
    media_type: str
    errors: list[str]
    examples: list[ListOpsOutputOpsExamples]
    input: dict[str, Any]
    """JSON Schema of the input."""
    output: dict[str, Any]
    """JSON Schema of a success."""


class ListOpsOutput(TypedDict):
    name: str
    version: str
    """Version of the API."""
    base_url: str
    ops: list[ListOpsOutputOps]
    next_cursor: Optional[str]
    """Cursor of the next page; null on the last page, and without `limit`."""


class StartDeviceLoginOutput(TypedDict):
    device_code: str
    """Secret of the device, for poll_device_login."""
    user_code: str
    """Code that the user types, such as `BCDF-GHJK`, in any case, with or without the dash."""
    verification_uri: str
    """Address of the page where the user approves."""
    verification_uri_complete: str
    """The same address with the code filled in, for a link or QR code."""
    expires_in: int
    """Seconds until the codes expire."""
    interval: int
    """Seconds to wait between polls."""


class PollDeviceLoginOutput(TypedDict):
    api_key: str
    """The key, shown only once."""
    email: Optional[str]
    """Email address of the account."""


class SearchBoundariesOutputCandidatesIdsOsm(TypedDict):
    """Relation or way, r62422."""

    id: str
    source: Literal["openstreetmap", "atlas"]
    """`openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made
    from.
    """


class SearchBoundariesOutputCandidatesIdsWikidata(TypedDict):
    """Wikidata entity, Q64."""

    id: str
    source: Literal["openstreetmap", "atlas"]
    """`openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made
    from.
    """


class SearchBoundariesOutputCandidatesIdsIso(TypedDict):
    """ISO 3166-2 code, or the alpha-2 code of a country."""

    id: str
    source: Literal["openstreetmap", "atlas"]
    """`openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made
    from.
    """


class SearchBoundariesOutputCandidatesIdsFips(TypedDict):
    """FIPS 6-4 code of a county of the United States, 06037."""

    id: str
    source: Literal["openstreetmap", "atlas"]
    """`openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made
    from.
    """


class SearchBoundariesOutputCandidatesIdsGeonames(TypedDict):
    """GeoNames, 2950159."""

    id: str
    source: Literal["openstreetmap", "atlas"]
    """`openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made
    from.
    """


class SearchBoundariesOutputCandidatesIdsNuts(TypedDict):
    """NUTS, DE3; of several codes the shortest."""

    id: str
    source: Literal["openstreetmap", "atlas"]
    """`openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made
    from.
    """


class SearchBoundariesOutputCandidatesIds(TypedDict, total=False):
    """Ids and codes in other systems, as far as they are known. Each is an id here, too:
    `nuts:DE212`.
    """

    osm: SearchBoundariesOutputCandidatesIdsOsm
    """Relation or way, r62422."""
    wikidata: SearchBoundariesOutputCandidatesIdsWikidata
    """Wikidata entity, Q64."""
    iso: SearchBoundariesOutputCandidatesIdsIso
    """ISO 3166-2 code, or the alpha-2 code of a country."""
    fips: SearchBoundariesOutputCandidatesIdsFips
    """FIPS 6-4 code of a county of the United States, 06037."""
    geonames: SearchBoundariesOutputCandidatesIdsGeonames
    """GeoNames, 2950159."""
    nuts: SearchBoundariesOutputCandidatesIdsNuts
    """NUTS, DE3; of several codes the shortest."""


class SearchBoundariesOutputCandidatesPlacing(TypedDict):
    decided_by: Optional[Literal[
        "exact", "match", "edits", "standing", "containment", "distance", "prominence",
        "language", "kilometres", "id",
    ]]
    """The first criterion by which it differs from the candidate before it; null for the first."""
    grade: Literal[
        "code as written", "name", "name of level", "country code", "code", "name without level",
        "beginning", "words", "similar",
    ]
    """How the name matches: `match` in more steps."""
    edits: int
    """Number of letters that differ from the query."""
    standing: Literal["confirmed", "imported", "fetched"]
    """Who confirms it: the atlas or an import of the whole country, another import, or nobody, for
    a fetched object.
    """
    contains_point: Optional[bool]
    """Whether it contains `near`; null without `near`."""
    distance_steps: Optional[int]
    """Number of times that the distance from `near` doubles beyond 20 km, for whole names; null
    without `near`.
    """
    prominence: int
    """100 times the base-10 logarithm of the population, plus a bonus for the level, minus the
    distance.
    """
    in_language: bool
    """Whether the matched name is in one of your languages."""
    distance_km: Optional[float]
    """Distance from `near` to its bounding box; null without `near`."""


class _SearchBoundariesOutputCandidatesOptional(TypedDict, total=False):
    placing: Optional[SearchBoundariesOutputCandidatesPlacing]
    """Only with `explain`. Null for candidates that only the live map found; they come last."""


class SearchBoundariesOutputCandidates(_SearchBoundariesOutputCandidatesOptional):
    id: str
    """Canonical boundary id."""
    name: str
    kind: Kind
    admin_level: Optional[int]
    """OpenStreetMap’s administrative level; null for postcode areas and mainlands without one."""
    country: Optional[str]
    """ISO 3166-1 alpha-2."""
    parents: list[BoundaryRef]
    """From the country down to the direct parent."""
    bbox: BoundingBox
    centroid: Position
    """[lon, lat] of a point inside."""
    population: Optional[int]
    """Null when unknown."""
    population_source: Optional[Literal["towns"]]
    """`towns`: the population is the sum of the towns in GeoNames, rounded to two significant
    digits, without people who live outside towns. Null: the population comes from the source of
    the boundary.
    """
    wikidata: Optional[str]
    """Wikidata entity, Q64."""
    iso: Optional[str]
    """ISO 3166-2 code, or the alpha-2 code of a country."""
    ids: SearchBoundariesOutputCandidatesIds
    """Ids and codes in other systems, as far as they are known. Each is an id here, too:
    `nuts:DE212`.
    """
    matched_name: Optional[str]
    """The name that matched the query; null when the call is not a search by name."""
    match: Optional[Literal["exact", "prefix", "words", "fuzzy"]]
    """`exact`: the query is a name, code or id of the boundary; `prefix`: a name starts with the
    query; `words`: a name contains its words; `fuzzy`: a name has a similar spelling. Null when
    the call is not a search by name.
    """


class SearchBoundariesOutput(TypedDict):
    candidates: list[SearchBoundariesOutputCandidates]
    hint: Optional[str]
    """What else the name or code may mean, or why no boundary has it, and what to do; null when
    there is nothing to add.
    """
    attribution: str
    """Required attribution and licence. Show it where you show the data."""


class ExportBoundaryOutput(TypedDict):
    url: str
    """Permanent public address of the file."""
    format: Literal[
        "geojson", "kml", "wkt", "svg", "gml", "geojsonl", "geojsons", "topojson", "fgb", "gpkg",
        "parquet", "shp", "csv", "wkb", "poly",
    ]
    """File format. geojson: GeoJSON (RFC 7946); kml: KML 2.2; wkt: well-known text of the geometry
    alone; svg: a drawing (SVG); gml: GML 3.2, latitude first; geojsonl: one GeoJSON Feature per
    line; geojsons: GeoJSON text sequence (RFC 8142); topojson: TopoJSON 1.0, shared borders
    once; fgb: FlatGeobuf 3, with an index; gpkg: GeoPackage 1.3; parquet: GeoParquet 1.1; shp: a
    Shapefile in a zip archive; csv: CSV with the geometry as well-known text; wkb: well-known
    binary of the geometry alone; poly: polygon filter file of Osmosis and osmium.
    """
    detail: Detail
    bytes: int
    """Size of the file, uncompressed."""
    sha256: str
    """SHA-256 of the uncompressed file, in hexadecimal."""
    media_type: str
    attribution: str
    """Required attribution and licence. Show it where you show the data."""


class ExportCollectionOutput(TypedDict):
    boundaries: int
    """Number of boundaries."""
    units: int
    """Cost of the export in units."""
    estimated_bytes: int
    """Approximate size of the file."""
    url: Optional[str]
    """Address of the file; null with dry_run."""
    expires_at: Optional[str]
    """When the file expires; null with dry_run."""
    bytes: Optional[int]
    """Size of the file; null with dry_run."""
    sha256: Optional[str]
    """SHA-256 of the file, in hexadecimal; null with dry_run."""
    vertices: Optional[int]
    """Positions of all polygons in the file; null with dry_run."""
    format: Literal[
        "geojson", "kml", "svg", "gml", "geojsonl", "geojsons", "topojson", "fgb", "gpkg",
        "parquet", "cover", "shp", "csv",
    ]
    """File format. geojson: GeoJSON (RFC 7946); kml: KML 2.2; svg: a drawing (SVG); gml: GML 3.2,
    latitude first; geojsonl: one GeoJSON Feature per line; geojsons: GeoJSON text sequence (RFC
    8142); topojson: TopoJSON 1.0, shared borders once; fgb: FlatGeobuf 3, with an index; gpkg:
    GeoPackage 1.3; parquet: GeoParquet 1.1; cover: exact cover for joins in SQL (Parquet); shp:
    a Shapefile in a zip archive; csv: CSV with the geometry as well-known text.
    """
    detail: Detail
    media_type: str
    notes: list[str]
    """What the list of subdivisions leaves out or combines."""
    attribution: str
    """Required attribution and licence. Show it where you show the data."""


class ReverseBoundariesOutputNearbyIdsOsm(TypedDict):
    """Relation or way, r62422."""

    id: str
    source: Literal["openstreetmap", "atlas"]
    """`openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made
    from.
    """


class ReverseBoundariesOutputNearbyIdsWikidata(TypedDict):
    """Wikidata entity, Q64."""

    id: str
    source: Literal["openstreetmap", "atlas"]
    """`openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made
    from.
    """


class ReverseBoundariesOutputNearbyIdsIso(TypedDict):
    """ISO 3166-2 code, or the alpha-2 code of a country."""

    id: str
    source: Literal["openstreetmap", "atlas"]
    """`openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made
    from.
    """


class ReverseBoundariesOutputNearbyIdsFips(TypedDict):
    """FIPS 6-4 code of a county of the United States, 06037."""

    id: str
    source: Literal["openstreetmap", "atlas"]
    """`openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made
    from.
    """


class ReverseBoundariesOutputNearbyIdsGeonames(TypedDict):
    """GeoNames, 2950159."""

    id: str
    source: Literal["openstreetmap", "atlas"]
    """`openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made
    from.
    """


class ReverseBoundariesOutputNearbyIdsNuts(TypedDict):
    """NUTS, DE3; of several codes the shortest."""

    id: str
    source: Literal["openstreetmap", "atlas"]
    """`openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made
    from.
    """


class ReverseBoundariesOutputNearbyIds(TypedDict, total=False):
    """Ids and codes in other systems, as far as they are known. Each is an id here, too:
    `nuts:DE212`.
    """

    osm: ReverseBoundariesOutputNearbyIdsOsm
    """Relation or way, r62422."""
    wikidata: ReverseBoundariesOutputNearbyIdsWikidata
    """Wikidata entity, Q64."""
    iso: ReverseBoundariesOutputNearbyIdsIso
    """ISO 3166-2 code, or the alpha-2 code of a country."""
    fips: ReverseBoundariesOutputNearbyIdsFips
    """FIPS 6-4 code of a county of the United States, 06037."""
    geonames: ReverseBoundariesOutputNearbyIdsGeonames
    """GeoNames, 2950159."""
    nuts: ReverseBoundariesOutputNearbyIdsNuts
    """NUTS, DE3; of several codes the shortest."""


class ReverseBoundariesOutputNearby(TypedDict):
    id: str
    """Canonical boundary id."""
    name: str
    kind: Kind
    admin_level: Optional[int]
    """OpenStreetMap’s administrative level; null for postcode areas and mainlands without one."""
    country: Optional[str]
    """ISO 3166-1 alpha-2."""
    parents: list[BoundaryRef]
    """From the country down to the direct parent."""
    bbox: BoundingBox
    centroid: Position
    """[lon, lat] of a point inside."""
    population: Optional[int]
    """Null when unknown."""
    population_source: Optional[Literal["towns"]]
    """`towns`: the population is the sum of the towns in GeoNames, rounded to two significant
    digits, without people who live outside towns. Null: the population comes from the source of
    the boundary.
    """
    wikidata: Optional[str]
    """Wikidata entity, Q64."""
    iso: Optional[str]
    """ISO 3166-2 code, or the alpha-2 code of a country."""
    ids: ReverseBoundariesOutputNearbyIds
    """Ids and codes in other systems, as far as they are known. Each is an id here, too:
    `nuts:DE212`.
    """
    matched_name: Optional[str]
    """The name that matched the query; null when the call is not a search by name."""
    match: Optional[Literal["exact", "prefix", "words", "fuzzy"]]
    """`exact`: the query is a name, code or id of the boundary; `prefix`: a name starts with the
    query; `words`: a name contains its words; `fuzzy`: a name has a similar spelling. Null when
    the call is not a search by name.
    """
    distance_km: float
    """Distance from the point to the border, rounded to 10 m."""


class ReverseBoundariesOutput(TypedDict):
    boundaries: list[Candidate]
    """Boundaries that contain the point."""
    nearby: list[ReverseBoundariesOutputNearby]
    """Boundaries that do not contain the point: the nearest of each level that `boundaries` lacks.
    """
    disputed: Disputed
    """Disputed areas that contain the point; empty when there are none."""
    condominiums: Condominiums
    """Areas that contain the point and that countries hold together by agreement; empty when there
    are none.
    """
    point: Position
    """The requested point, [lon, lat]."""
    attribution: str
    """Required attribution and licence. Show it where you show the data."""


class ListChildrenOutput(TypedDict):
    children: list[ChildBoundary]
    admin_level: Optional[int]
    """Level of the children; if they have several, the one with the most land. Null when there are
    none.
    """
    notes: list[str]
    """Hints about the list, one English sentence each: levels, gaps, reforms that it does not show.
    """
    next_cursor: Optional[str]
    """Cursor of the next page; null on the last page, and without `limit`."""
    attribution: str
    """Required attribution and licence. Show it where you show the data."""


class ContainsPointsOutput(TypedDict):
    id: str
    """Canonical boundary id."""
    inside: list[bool]
    """Whether each point is inside, in the order of the points."""
    inside_count: int
    """Number of points inside."""
    total: int
    """Number of points tested."""
    attribution: str
    """Required attribution and licence. Show it where you show the data."""


class UnionBoundariesOutputProperties(TypedDict):
    area_km2: float
    """Area of the full geometry, at every detail."""
    parts: int
    """Number of polygons in the geometry."""
    vertices: int
    """Number of positions in the geometry, including closing positions."""
    bbox: BoundingBox
    detail: Detail
    precision: int
    include: list[BoundaryRef]
    """The merged boundaries, sorted by id, without duplicates."""
    exclude: list[BoundaryRef]
    """The boundaries cut out, sorted by id, without duplicates."""
    attribution: str
    """Required attribution and licence. Show it where you show the data."""


class _UnionBoundariesOutputOptional(TypedDict, total=False):
    download_url: str
    """Address of the file with the polygon, when geometry is null."""
    download_expires_at: str
    """When the file expires, when geometry is null."""


class UnionBoundariesOutput(_UnionBoundariesOutputOptional):
    type: Literal["Feature"]
    bbox: BoundingBox
    geometry: Optional[Polygons]
    """Null when the polygon is in a file."""
    properties: UnionBoundariesOutputProperties


class CreateAreaOutputPropertiesSeed(TypedDict):
    """A point that must be inside. It also decides between places of the same name."""

    lat: float
    """Latitude in degrees."""
    lon: float
    """Longitude in degrees."""


class CreateAreaOutputPropertiesParts(TypedDict):
    id: str
    """Canonical boundary id."""
    name: str
    """Name as written in the description, else in the requested language, else the local name."""
    kind: Kind
    admin_level: Optional[int]
    """OpenStreetMap’s administrative level; null for postcode areas and mainlands without one."""
    role: Literal["include", "exclude"]
    text: str
    """The words of the description that this part comes from."""
    local_name: str
    """The name in the local language."""
    source: str
    """Address of the boundary at its source."""
    reason: str
    """Why these words mean this boundary."""


class CreateAreaOutputPropertiesExplanationSentencesPlaces(TypedDict):
    slot: Literal["included", "excluded", "included_again", "no_land"]
    text: str


class CreateAreaOutputPropertiesExplanationSentences(TypedDict):
    text: str
    about: Literal["land", "something_else"]
    form: Optional[str]
    """The form that reads the whole sentence, as `data/areas/forms` writes it."""
    places: list[CreateAreaOutputPropertiesExplanationSentencesPlaces]
    """What the form says of the places in it."""


class CreateAreaOutputPropertiesExplanationPhrasesCandidates(TypedDict):
    id: str
    name: str
    kind: str
    country: Optional[str]
    chosen: bool


class CreateAreaOutputPropertiesExplanationPhrases(TypedDict):
    role: Literal["include", "exclude"]
    text: str
    level: Optional[str]
    """The word for the level that the boundary must have."""
    candidates: list[CreateAreaOutputPropertiesExplanationPhrasesCandidates]
    """The boundaries that the phrase may mean, or the members of its group; at most 20."""
    more_candidates: int


class CreateAreaOutputPropertiesExplanationGivenUp(TypedDict):
    text: str
    reason: str


class CreateAreaOutputPropertiesExplanationRefused(TypedDict):
    text: str
    reason: str


class CreateAreaOutputPropertiesExplanation(TypedDict):
    reading: Literal["forms", "lists", "lead_in"]
    """By the forms of sentences, as plain lists, or with words of any kind before the first place.
    """
    outcome: Literal["chosen", "agrees", "refused"]
    """`agrees`: it means the same land as the reading that was chosen."""
    sentences: list[CreateAreaOutputPropertiesExplanationSentences]
    phrases: list[CreateAreaOutputPropertiesExplanationPhrases]
    given_up: list[CreateAreaOutputPropertiesExplanationGivenUp]
    """Phrases that could be in or out, each with the rule that decides."""
    refused: list[CreateAreaOutputPropertiesExplanationRefused]


class _CreateAreaOutputPropertiesOptional(TypedDict, total=False):
    explanation: list[CreateAreaOutputPropertiesExplanation]
    """Each way to read the description, with `explain`; none when a model read it."""


class CreateAreaOutputProperties(_CreateAreaOutputPropertiesOptional):
    summary: str
    """The parts and size of the area in one English sentence of at most 600 characters."""
    text: str
    country: Optional[str]
    source: Optional[str]
    """Where the description comes from."""
    seed: Optional[CreateAreaOutputPropertiesSeed]
    area_km2: float
    """Area of the full polygon, at every detail; of the largest groups at low detail, within 0.01
    %.
    """
    bbox: BoundingBox
    detail: Detail
    precision: int
    vertices: int
    """Number of positions in the geometry, including closing positions."""
    parts: list[CreateAreaOutputPropertiesParts]
    """Boundaries that the area is made of, in the order of the description."""
    disputed: Disputed
    """Disputed areas that overlap the area; `notes` also names them."""
    condominiums: Condominiums
    """Areas that overlap the area and that countries hold together by agreement; `notes` also names
    them.
    """
    notes: list[str]
    """Notes for the author, one sentence each."""
    planner: str
    """What read the description: `rules`, or `llm` for a model."""
    land_only: bool
    """False when the land mask has no land here, so that the area is not clipped to land; a note
    says so.
    """
    attribution: str
    """Required attribution and licence. Show it where you show the data."""


class _CreateAreaOutputOptional(TypedDict, total=False):
    download_url: str
    """Address of the file with the polygon, when geometry is null. The file contains neither the
    description nor its source.
    """
    download_expires_at: str
    """When the file expires, when geometry is null."""


class CreateAreaOutput(_CreateAreaOutputOptional):
    type: Literal["Feature"]
    bbox: BoundingBox
    geometry: Optional[Polygons]
    """Null when the polygon is in a file."""
    properties: CreateAreaOutputProperties


class UpdateEmailPreferencesOutputKinds(TypedDict):
    product_updates: bool
    """News about the service."""
    usage_alerts: bool
    """An email when 80 % and when 100 % of the units of the month are used."""
    feedback_updates: bool
    """Status changes and comments on feedback items that you posted or upvoted."""


class UpdateEmailPreferencesOutput(TypedDict):
    subscribed: bool
    kinds: UpdateEmailPreferencesOutputKinds


class GetUsageOutputDaysOps(TypedDict):
    op: str
    """Name of the operation."""
    calls: int
    """Number of calls, including failed ones."""
    units: int
    """Units spent."""
    cache_hits: int
    """Calls answered from the cache. They cost the same and are faster."""


class GetUsageOutputDays(TypedDict):
    date: str
    """YYYY-MM-DD, in UTC."""
    calls: int
    """Number of calls, including failed ones."""
    units: int
    """Units spent."""
    cache_hits: int
    """Calls answered from the cache. They cost the same and are faster."""
    ops: list[GetUsageOutputDaysOps]


class GetUsageOutputTotal(TypedDict):
    calls: int
    """Number of calls, including failed ones."""
    units: int
    """Units spent."""
    cache_hits: int
    """Calls answered from the cache. They cost the same and are faster."""


class GetUsageOutput(TypedDict):
    days: list[GetUsageOutputDays]
    total: GetUsageOutputTotal


class ListKeysOutputKeys(TypedDict):
    id: str
    name: Optional[str]
    prefix: str
    """First characters of the key."""
    created_at: str
    last_used_at: Optional[str]
    """To the minute; null if the key was never used."""
    revoked_at: Optional[str]
    """Null while the key works."""


class ListKeysOutput(TypedDict):
    keys: list[ListKeysOutputKeys]


class CreateKeyOutput(TypedDict):
    id: str
    name: Optional[str]
    api_key: str
    """The key, shown only once."""
    prefix: str
    """First characters of the key."""
    created_at: str


class RevokeKeyOutput(TypedDict):
    id: str
    revoked_at: str
    """When it was first revoked."""


class ListFeedbackOutput(TypedDict):
    items: list[FeedbackItem]
    next_cursor: Optional[str]
    """Cursor of the next page; null on the last page."""


class ProblemIssues(TypedDict):
    path: str
    """Dotted path of the field; empty for the whole input."""
    message: str
    code: str


class ProblemUnmapped(TypedDict):
    text: str
    reason: str
    candidates: list[Candidate]


class _ProblemOptional(TypedDict, total=False):
    trace_id: str
    """Trace of the call, if the server makes traces."""
    retry_after: int
    """Seconds to wait, as in Retry-After."""
    issues: list[ProblemIssues]
    """Each fault of the input, with `invalid_input`."""
    unmapped: list[ProblemUnmapped]
    """Each phrase that is not a boundary, with `unmappable_area`."""
    notes: list[str]
    """Hints, with `unmappable_area`."""
    explanation: list[dict[str, Any]]
    """Each way to read the description, with `unmappable_area` and `explain`."""
    error: str
    """The code of OAuth (RFC 6749 §5.2), in sign-ins."""
    interval: int
    """Seconds between polls, with `authorization_pending`."""
    allowance: int
    """Units of the month with `quota_exceeded`, bytes with `too_many_files`."""
    used: int
    """Used part of the allowance."""
    resets_at: str
    """When the units reset, with `quota_exceeded`."""
    next_expiry: Optional[str]
    """When the next file expires, with `too_many_files`."""


class Problem(_ProblemOptional):
    """RFC 9457 problem details. `type` is the address of a page about each code."""

    type: str
    """Address of the page about the error code."""
    title: str
    """The same for every problem with this code."""
    status: int
    detail: str
    """What is wrong and what to do, in full sentences."""
    instance: str
    """Path with the request id, which identifies this occurrence."""
    code: ProblemCode
    request_id: str


class CreateAreaInputSeed(TypedDict):
    """A point that must be inside. It also decides between places of the same name."""

    lat: float
    """Latitude in degrees."""
    lon: float
    """Longitude in degrees."""


class UpdateEmailPreferencesInputKinds(TypedDict, total=False):
    """Omitted kinds keep their setting."""

    product_updates: bool
    """News about the service."""
    usage_alerts: bool
    """An email when 80 % and when 100 % of the units of the month are used."""
    feedback_updates: bool
    """Status changes and comments on feedback items that you posted or upvoted."""
