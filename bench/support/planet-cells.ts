/** A level of the whole planet that no memory holds: each boundary is computed from its number when it is asked for. */
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import type { Catalog } from '../../src/domain/catalog/catalog.ts'
import { encodeRings } from '../../src/domain/geometry/codec.ts'
import { ringsFromParts } from '../../src/domain/geometry/parts.ts'
import { boundary } from '../../test/support/boundary-entries.ts'
import { seededRandom } from '../../test/support/shapes.ts'

const COLUMNS = 1_000
/** Of a degree. */
const STEP = 0.34
const WEST = -178
const SOUTH = -85
const LANGUAGES = ['en', 'de', 'fr', 'es', 'ru', 'zh', 'ar', 'pt']
const MIN_VERTICES = 30
const MAX_VERTICES = 90

/** Every boundary lies in its own cell of a grid and has between 30 and 90 positions. */
export const planetCells = (
  count: number,
): {
  readonly ids: readonly BoundaryId[]
  readonly catalog: Pick<Catalog, 'records' | 'geometries' | 'version'>
} => ({
  ids: Array.from({ length: count }, (_, index) => `r${index + 1}` as BoundaryId),
  catalog: {
    records: async (ids) => new Map(ids.map((id) => [id, recordOf(numberOf(id))])),
    geometries: async (records) => records.map(({ id }) => ringsOf(numberOf(id))),
    version: () => 'planet',
  },
})

const numberOf = (id: BoundaryId): number => Number(id.slice(1)) - 1

const cornerOf = (number: number): readonly [west: number, south: number] => [
  WEST + STEP * (number % COLUMNS),
  SOUTH + STEP * Math.floor(number / COLUMNS),
]

const verticesOf = (number: number): number =>
  MIN_VERTICES + Math.floor(seededRandom(number)() * (MAX_VERTICES - MIN_VERTICES))

const recordOf = (number: number): BoundaryRecord => {
  const [west, south] = cornerOf(number)
  return boundary({
    id: `r${number + 1}`,
    name: `Municipality ${number}`,
    names: Object.fromEntries(
      LANGUAGES.map((language) => [language, `Municipality ${number} (${language})`]),
    ),
    country: 'FR',
    wikidata: `Q${number}`,
    population: number % 50_000,
    bbox: [west, south, west + STEP, south + STEP],
    vertices: verticesOf(number) + 1,
  }).record
}

const ringsOf = (number: number): Uint8Array => {
  const [west, south] = cornerOf(number)
  const random = seededRandom(number)
  random()
  const vertices = verticesOf(number)
  const ring = Array.from({ length: vertices }, (_, vertex) => {
    const angle = (2 * Math.PI * vertex) / vertices
    const radius = (STEP / 2) * (0.5 + 0.5 * random())
    return [west + STEP / 2 + radius * Math.cos(angle), south + STEP / 2 + radius * Math.sin(angle)]
  })
  return encodeRings(ringsFromParts([[ring.flat().map((degrees) => Math.round(degrees * 1e7))]]))
}
