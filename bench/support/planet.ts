/**
 * A made-up planet of half a million boundaries, the same in every run: 200 countries, 4,000 states, 60,000 counties and 436,000
 * municipalities, each a rough coast in its own cell of the parent. Names are made of syllables, in several languages and scripts,
 * from a stock small enough that most names occur several times, as on Earth.
 */
import type { BoundaryRecord, ParentRef } from '../../src/domain/boundary/boundary.ts'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import type { Kind } from '../../src/domain/boundary/kind.ts'
import type { BoundaryEntry } from '../../src/domain/catalog/ports.ts'
import { areaKm2 } from '../../src/domain/geometry/area.ts'
import { bboxOf } from '../../src/domain/geometry/bbox.ts'
import { encodeRings } from '../../src/domain/geometry/codec.ts'
import { vertexCount } from '../../src/domain/geometry/rings.ts'
import { coastRing, type Random, ringsOf, seededRandom } from '../../test/support/shapes.ts'
import { type Namer, placeNames } from './planet-names.ts'

interface Level {
  readonly adminLevel: number
  readonly kind: Kind
  /** Number in each parent. */
  readonly columns: number
  readonly rows: number
  /** A ring has eight corners, doubled this many times. */
  readonly doublings: number
  readonly people: number
}

const LEVELS: readonly Level[] = [
  { adminLevel: 2, kind: 'country', columns: 20, rows: 10, doublings: 12, people: 3e7 },
  { adminLevel: 4, kind: 'state', columns: 5, rows: 4, doublings: 9, people: 1e6 },
  { adminLevel: 6, kind: 'county', columns: 5, rows: 3, doublings: 6, people: 7e4 },
  { adminLevel: 8, kind: 'municipality', columns: 3, rows: 3, doublings: 3, people: 5e3 },
]

/** The cell of a boundary in degrees. */
interface Cell {
  readonly west: number
  readonly south: number
  readonly width: number
  readonly height: number
}

const EARTH: Cell = { west: -170, south: -56, width: 340, height: 128 }

/** Parents come before their children. */
export function* planet(boundaries: number): Generator<BoundaryEntry, void> {
  const counties = countOf(2)
  const maker: Maker = {
    random: seededRandom(20_260_101),
    made: 0,
    municipalitiesPerCounty: (boundaries - countOf(0) - countOf(1) - counties) / counties,
    municipalities: 0,
    counties: 0,
  }
  yield* subdivide(maker, 0, EARTH, null)
}

interface Maker {
  readonly random: Random
  made: number
  readonly municipalitiesPerCounty: number
  municipalities: number
  counties: number
}

/** Shared data of a country's boundaries, and the boundary's parents. */
interface Place {
  readonly country: string
  readonly namer: Namer
  readonly parents: readonly ParentRef[]
}

function* subdivide(
  maker: Maker,
  depth: number,
  cell: Cell,
  place: Place | null,
): Generator<BoundaryEntry, void> {
  const level = LEVELS[depth]
  if (level === undefined) return
  if (depth === LEVELS.length - 1) maker.counties++
  for (let row = 0; row < level.rows; row++) {
    for (let column = 0; column < level.columns; column++) {
      if (
        depth === LEVELS.length - 1 &&
        ++maker.municipalities > maker.counties * maker.municipalitiesPerCounty
      ) {
        maker.municipalities--
        return
      }
      const country = place?.country ?? countryCode(row * level.columns + column)
      const inner: Cell = {
        west: cell.west + (column * cell.width) / level.columns,
        south: cell.south + (row * cell.height) / level.rows,
        width: cell.width / level.columns,
        height: cell.height / level.rows,
      }
      const own: Place = place ?? { country, namer: placeNames(maker.random), parents: [] }
      const entry = boundaryIn(maker, level, inner, own)
      yield entry
      const { id, name, kind, adminLevel, bbox, wikidata } = entry.record
      const parents = [...own.parents, { id, name, kind, adminLevel, bbox, wikidata }]
      yield* subdivide(maker, depth + 1, inner, { ...own, parents })
    }
  }
}

const boundaryIn = (
  maker: Maker,
  level: Level,
  cell: Cell,
  { country, namer, parents }: Place,
): BoundaryEntry => {
  const { random } = maker
  const number = ++maker.made
  const centroid = [cell.west + cell.width / 2, cell.south + cell.height / 2] as const
  const radius = 0.5 * Math.min(cell.width, cell.height)
  const ring = coastRing(random, {
    lon: centroid[0],
    lat: centroid[1],
    radius,
    doublings: level.doublings,
    roughness: 0.2,
  })
  const rings = ringsOf([[ring]])
  const { name, names } = namer(random)
  const record: BoundaryRecord = {
    id: `r${number}` as BoundaryId,
    name,
    kind: level.kind,
    adminLevel: level.adminLevel,
    bbox: bboxOf(rings),
    wikidata: random() < 0.5 ? `Q${number}` : null,
    origin: 'extract',
    names,
    country,
    iso: parents.length === 0 ? country : null,
    areaKm2: areaKm2(rings),
    fips: null,
    population: random() < 0.7 ? Math.round(level.people * 10 ** (2 * random() - 1)) : null,
    parents,
    centroid,
    vertices: vertexCount(rings),
    source: {
      url: `https://www.openstreetmap.org/relation/${number}`,
      version: 1 + Math.floor(40 * random()),
      timestamp: '2026-01-01T00:00:00Z',
      fetchedAt: '2026-01-02T00:00:00Z',
      stale: false,
    },
  }
  const searchNames = [name, ...Object.values(names)].map((each) => ({ language: null, name: each }))
  return { record, geometry: { rings: encodeRings(rings), weights: null }, searchNames, supersedes: [] }
}

const countryCode = (index: number): string =>
  String.fromCharCode(65 + Math.floor(index / 26), 65 + (index % 26))

/** The number of boundaries at a depth. */
const countOf = (depth: number): number =>
  LEVELS.slice(0, depth + 1).reduce((product, { columns, rows }) => product * columns * rows, 1)
