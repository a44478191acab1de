/**
 * Queries in Overpass's language. Each requests whole boundaries: relations with their members, every member way with its
 * nodes and their positions, and the nodes that label them. https://wiki.openstreetmap.org/wiki/Overpass_API/Overpass_QL
 */
import type { BoundaryReference } from '../../domain/boundary/id.ts'
import { wrapLongitude } from '../../domain/geometry/bbox.ts'
import type { BBox, Position } from '../../domain/geometry/rings.ts'

export interface QueryLimits {
  /** Time after which the server gives up; servers also admit cheap queries before expensive ones. */
  readonly timeoutSeconds: number
  readonly maxBytes: number
}

/** Costs a server nothing and shows that it works. */
export const TEST_QUERY = '[out:json][timeout:4];out count;'

const BOUNDARY = '["boundary"~"^(administrative|postal_code)$"]'
const ADMINISTRATIVE = '["boundary"="administrative"]'

const OF_LEVEL = '.level out ids;.level out count;(.open; - .level;)->.open;'

/**
 * Selects boundaries with all their parts, in the sections of `WHOLE_BOUNDARIES`. Each section ends with the number of
 * elements that it must have.
 */
const wholeBoundaries = (selection: string): string =>
  [
    `(${selection})->.found;`,
    'rel.found->.relations;',
    'way.found->.closed;',
    '.relations out meta;.relations out count;',
    '(way(r.relations);.closed;)->.ways;',
    '.ways out meta geom;.ways out count;',
    'node(r.relations:"label")->.labels;',
    '.labels out meta;.labels out count;',
    '.closed out ids;.closed out count;',
    `rel(bw.closed)${BOUNDARY}->.borders;`,
    '.borders out body;.borders out count;',
    JUNCTIONS,
  ].join('')

/**
 * Selects the places where borders meet, with their levels: neighbours are simplified alike only if both know them. Names
 * and members of the surrounding boundaries are not requested, because countries have thousands.
 */
const JUNCTIONS = [
  'node(w.ways:1,-1)->.ends;',
  'way(bn.ends:1,-1)->.meeting;',
  '(.ways;.meeting;)->.open;',
  `rel(bw.open)${BOUNDARY}->.around;`,
  'way.meeting(r.around)->.meeting;',
  '(.meeting; - .ways;)->.meeting;',
  '.meeting out skel;.meeting out count;',
  ...Array.from(
    { length: 12 },
    (_, index) => `rel.around["admin_level"="${index + 1}"];way.open(r)->.level;${OF_LEVEL}`,
  ),
  `way.open(r.around)->.level;${OF_LEVEL}`,
].join('')

/** Indexes of the sections. */
export const WHOLE_BOUNDARIES = {
  relations: 0,
  /** Member ways of the relations, and the ways that are boundaries themselves. */
  ways: 1,
  labels: 2,
  /** Ids of the ways that were selected themselves. */
  closed: 3,
  /** Relations that have those ways as border, which distinguish a boundary from a closed piece of a border. */
  borders: 4,
  /** Border ways of other boundaries that end where one of the ways does, without positions. */
  meeting: 5,
  /** Ids of both kinds of ways whose lowest boundary is of level 1, then of level 2, and so on. */
  firstLevel: 6,
  /** Those that are a border of no administrative boundary. */
  noLevel: 18,
} as const

const limited = (query: string, { timeoutSeconds, maxBytes }: QueryLimits): string =>
  `[out:json][timeout:${timeoutSeconds}][maxsize:${maxBytes}];${query}`

/** Selects the boundaries of the reference; null if the map has no such references. */
export const queryOfReference = (reference: BoundaryReference, limits: QueryLimits): string | null => {
  const selection = selectionOf(reference)
  return selection === null ? null : limited(wholeBoundaries(selection), limits)
}

const selectionOf = (reference: BoundaryReference): string | null => {
  switch (reference.by) {
    case 'relation':
      return `rel(${reference.number});`
    case 'way':
      return `way(${reference.number});`
    case 'wikidata':
      return tagged(`["wikidata"="${plainCode(reference.entity)}"]`)
    case 'iso': {
      const code = plainCode(reference.code)
      return code.includes('-')
        ? tagged(`["ISO3166-2"="${code}"]`)
        : `${tagged(`["ISO3166-1"="${code}"]`)}${tagged(`["ISO3166-1:alpha2"="${code}"]`)}`
    }
    default:
      return null
  }
}

/** Tests whether a boundary matches the reference, by the same condition as the query. */
export const isNamedByWord =
  (reference: BoundaryReference) =>
  (id: string, tags: Readonly<Record<string, string>> | null): boolean => {
    switch (reference.by) {
      case 'relation':
        return id === `r${reference.number}`
      case 'way':
        return id === `w${reference.number}`
      case 'wikidata':
        return tags === null || tags.wikidata === reference.entity
      case 'iso':
        return (
          tags === null ||
          [tags['ISO3166-1'], tags['ISO3166-1:alpha2'], tags['ISO3166-2']].includes(reference.code)
        )
      default:
        return false
    }
  }

const tagged = (filter: string): string => `rel${BOUNDARY}${filter};way${BOUNDARY}${filter};`

/** Codes and entities are letters, digits and hyphens; anything else would become part of the query. */
const plainCode = (text: string): string => {
  if (!/^[A-Za-z0-9-]{1,20}$/.test(text)) throw new Error(`"${text}" is no code.`)
  return text
}

/** Selects relations by id, as members of others: only the parts that draw their shape. */
export const queryOfRelations = (ids: readonly number[], limits: QueryLimits): string =>
  limited(
    `rel(id:${ids.join(',')})->.r;.r out meta;.r out count;way(r.r)->.w;.w out meta geom;.w out count;`,
    limits,
  )

/**
 * Selects the ids of the boundaries that have the node as their label, or share its Wikidata entity: for each node a section
 * of relations, and one of ways if it has an entity.
 */
export const queryOfNodes = (
  nodes: readonly { readonly number: number; readonly entity: string | null }[],
  limits: QueryLimits,
): string =>
  limited(
    nodes
      .map(({ number, entity }) => {
        const ofEntity = (type: string): string =>
          entity === null ? '' : `${type}${BOUNDARY}["wikidata"="${plainCode(entity)}"];`
        return [
          `node(${number})->.n;`,
          `(rel(bn.n:"label")${BOUNDARY};${ofEntity('rel')})->.r;.r out ids;.r out count;`,
          entity === null ? '' : `(${ofEntity('way')})->.w;.w out ids;.w out count;`,
        ].join('')
      })
      .join(''),
    limits,
  )

/**
 * Selects administrative relations whose area contains one of the points: for each point a section of ids, then one of the
 * tags and boxes of them all.
 */
export const queryOfParents = (points: readonly Position[], limits: QueryLimits): string =>
  limited(
    [
      ...points.map(
        ([lon, lat]) =>
          `is_in(${inDegrees(lat)},${inDegrees(lon)})->.a;rel(pivot.a)${ADMINISTRATIVE}->.p;.p out ids;.p out count;(.all;.p;)->.all;`,
      ),
      '.all out tags bb;.all out count;',
    ].join(''),
    limits,
  )

/** Counts the versions of an object: none if it never existed, or if the server keeps no history. */
export const queryOfHistory = (type: 'relation' | 'way', id: number, limits: QueryLimits): string =>
  limited(`timeline(${type},${id});out count;`, limits)

const searchArea = (id: string): string => {
  const number = Number(id.slice(1))
  return `area(${(id.startsWith('w') ? FIRST_WAY_AREA : FIRST_RELATION_AREA) + number})`
}

/** https://wiki.openstreetmap.org/wiki/Overpass_API/Overpass_QL#By_area_(area) */
const FIRST_WAY_AREA = 2_400_000_000
const FIRST_RELATION_AREA = 3_600_000_000

/** Counts the administrative relations and ways in the area of the boundary, level by level. */
export const queryOfLevelCounts = (id: string, levels: readonly number[], limits: QueryLimits): string =>
  limited(
    [
      `${searchArea(id)}->.a;`,
      ...levels.map(
        (level) =>
          `(rel(area.a)${ADMINISTRATIVE}["admin_level"="${level}"];way(area.a)${ADMINISTRATIVE}["admin_level"="${level}"]["name"];);out count;`,
      ),
    ].join(''),
    limits,
  )

export const queryOfChildren = (id: string, adminLevel: number, limits: QueryLimits): string =>
  limited(
    `${searchArea(id)}->.a;${wholeBoundaries(
      `rel(area.a)${ADMINISTRATIVE}["admin_level"="${adminLevel}"];way(area.a)${ADMINISTRATIVE}["admin_level"="${adminLevel}"]["name"];`,
    )}`,
    limits,
  )

/**
 * Selects the ids of everything that contains a point of the box: boundaries that contain its centre, and those with a
 * border in it. The server has no areas of postcode areas without a name, so those with a border nearby also count.
 */
export const queryOfContaining = (box: BBox, limits: QueryLimits): string => {
  const [west, south, east, north] = box
  const inside = inBox(box)
  const near = inBox([west - NEAR_DEGREES, south - NEAR_DEGREES, east + NEAR_DEGREES, north + NEAR_DEGREES])
  const centre = [(south + north) / 2, (west + east) / 2].map(inDegrees)
  return limited(
    [
      `is_in(${centre})->.a;`,
      `(rel(pivot.a)${BOUNDARY};rel${BOUNDARY}${inside};rel["boundary"="postal_code"]${near};)->.relations;`,
      '.relations out ids;.relations out count;',
      `(way(pivot.a)${BOUNDARY};way${BOUNDARY}["name"]${inside};)->.ways;`,
      '.ways out ids;.ways out count;',
    ].join(''),
    limits,
  )
}

/** Selects boundaries by their ids, `r…` and `w…`; at least one. */
export const queryOfIds = (ids: readonly string[], limits: QueryLimits): string => {
  const named = (letter: string, type: string): string => {
    const numbers = ids.filter((id) => id.startsWith(letter)).map((id) => id.slice(1))
    return numbers.length === 0 ? '' : `${type}(id:${numbers.join(',')});`
  }
  return limited(wholeBoundaries(`${named('r', 'rel')}${named('w', 'way')}`), limits)
}

/**
 * Postcode areas are some kilometres across, so one that contains the box has its border within this distance; a larger one
 * may be missed.
 */
const NEAR_DEGREES = 0.1

/**
 * Clips and wraps the box, because the server refuses numbers beyond the poles and the antimeridian; a box with west > east
 * crosses it.
 */
const inBox = ([west, south, east, north]: BBox): string =>
  `(${[Math.max(-90, south), wrapLongitude(west), Math.min(90, north), wrapLongitude(east)].map(inDegrees)})`

const inDegrees = (degrees: number): string => String(Number(degrees.toFixed(7)))
