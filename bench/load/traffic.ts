/**
 * Requests as a map program, a search box and a data pipeline send them: 70 % get, 15 % search, 10 % reverse, 5 % contains and unions. Some
 * boundaries and queries are asked for far more often than others, so that caches help as they do in practice.
 */
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { unpackedAtlas } from '../../src/sources/atlas/bundled-atlas.ts'
import { type Random, seededRandom } from '../../test/support/shapes.ts'

const BOUNDARIES = 500
const POINTS = 100
/** The most-wanted tenth gets almost half of the requests. */
const SKEW = 3

const ATLAS = fileURLToPath(new URL('../../data/atlas', import.meta.url))

interface Row {
  readonly id: string
  readonly name: string
  readonly parents: string
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** Requests as they are on the wire, all of one seed. The folder is for the atlas if its own is read-only. */
export const traffic = async (
  count: number,
  keys: readonly string[],
  directory: string,
): Promise<readonly string[]> => {
  const random = seededRandom(1)
  const rows = boundaries(await unpackedAtlas(ATLAS, directory), random)
  const chosen = (): Row => rows[Math.floor(random() ** SKEW * rows.length)]
  const siblings = siblingsOf(rows)
  const one = (): Request => {
    const share = random()
    if (share < 0.7) return get(`/v1/boundaries/${chosen().id}`)
    if (share < 0.85)
      return get(`/v1/boundaries/search?q=${encodeURIComponent(typed(chosen().name, random))}`)
    if (share < 0.95) {
      const [lon, lat] = pointIn(chosen(), random)
      return get(`/v1/boundaries/reverse?lat=${lat}&lon=${lon}`)
    }
    if (share < 0.975) {
      const row = chosen()
      const points = Array.from({ length: POINTS }, () => pointIn(row, random))
      return post(`/v1/boundaries/${row.id}/contains`, { points })
    }
    const include = siblings[Math.floor(random() ** SKEW * siblings.length)]
    return post('/v1/boundaries/union', { include, detail: 'low' })
  }
  return Array.from({ length: count }, (_, at) => wire(one(), keys[at % keys.length]))
}

/** Countries and their parts, in the order of a seeded shuffle. */
const boundaries = (file: string, random: Random): readonly Row[] => {
  const rows = new DatabaseSync(file, { readOnly: true })
    .prepare('select id, name, parents, west, south, east, north from boundary where east > west order by id')
    .all() as unknown as Row[]
  return rows
    .map((row) => ({ row, order: random() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, BOUNDARIES)
    .map(({ row }) => row)
}

/** Pairs of parts of the same whole. */
const siblingsOf = (rows: readonly Row[]): readonly (readonly [string, string])[] => {
  const ofParents = Map.groupBy(
    rows.filter(({ parents }) => parents !== '[]'),
    ({ parents }) => parents,
  )
  return [...ofParents.values()].flatMap((parts) =>
    parts.slice(1).map(({ id }, at) => [parts[at].id, id] as const),
  )
}

/** Complete, as a prefix, or with one letter doubled. */
const typed = (name: string, random: Random): string => {
  const letters = Array.from(name)
  const at = 1 + Math.floor(random() * (letters.length - 1))
  const way = random()
  if (way < 0.5) return name
  return way < 0.8 ? letters.slice(0, at + 1).join('') : letters.toSpliced(at, 0, letters[at] ?? '').join('')
}

const pointIn = ({ west, south, east, north }: Row, random: Random): readonly [number, number] => [
  rounded(west + random() * (east - west)),
  rounded(south + random() * (north - south)),
]

const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5

interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body: string
}

const get = (path: string): Request => ({ method: 'GET', path, body: '' })

const post = (path: string, body: unknown): Request => ({ method: 'POST', path, body: JSON.stringify(body) })

const wire = ({ method, path, body }: Request, key: string): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${key}`,
    'Accept-Encoding: gzip',
    ...(body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
    '',
    body,
  ].join('\r\n')
