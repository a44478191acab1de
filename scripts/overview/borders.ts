/** Borders between the countries of the bundled atlas, and where their names are written. */
import { type Rings, ringStart, UNITS_PER_DEGREE } from '../../src/domain/geometry/rings.ts'
import { openAtlasReader } from '../reference/atlas-reader.ts'
import { type Line, type Point, rounded, simplified } from './lines.ts'

const TOLERANCE = 0.03
const DECIMALS = 2

export interface Country {
  readonly name: string
  readonly at: Point
  readonly areaKm2: number
}

export const coarseBorders = async (
  directory: string,
): Promise<{ readonly borders: readonly Line[]; readonly countries: readonly Country[] }> => {
  const atlas = await openAtlasReader(directory)
  const countries = atlas.records.filter(({ kind }) => kind === 'country')
  const shared = new SharedEdges()
  for (const country of countries) shared.add(await atlas.ringsOf(country))
  await atlas.close()
  return {
    borders: shared.lines().map((line) =>
      rounded(
        simplified(line, TOLERANCE, () => false),
        DECIMALS,
      ),
    ),
    countries: countries.map(({ name, names, centroid, areaKm2 }) => ({
      name: names.en ?? name,
      at: [Number(centroid[0].toFixed(DECIMALS)), Number(centroid[1].toFixed(DECIMALS))],
      areaKm2,
    })),
  }
}

/**
 * Neighbours have their border to the last digit, and run along it in opposite directions, so such an edge is a piece of border. A coast
 * belongs to one country, or to two that run along it in one direction: Guadeloupe is also a part of France.
 */
class SharedEdges {
  readonly #seen = new Set<string>()
  readonly #neighbours = new Map<string, string[]>()

  add({ coords, ringEnds, ...rest }: Rings): void {
    for (const [ring, end] of ringEnds.entries()) {
      const start = ringStart({ coords, ringEnds, ...rest }, ring)
      for (let at = start; at < end; at++) {
        const next = at + 1 === end ? start : at + 1
        this.#edge(`${coords[2 * at]},${coords[2 * at + 1]}`, `${coords[2 * next]},${coords[2 * next + 1]}`)
      }
    }
  }

  #edge(from: string, to: string): void {
    this.#seen.add(`${from} ${to}`)
    if (!this.#seen.has(`${to} ${from}`)) return
    this.#link(from, to)
    this.#link(to, from)
  }

  #link(from: string, to: string): void {
    const known = this.#neighbours.get(from)
    if (known === undefined) this.#neighbours.set(from, [to])
    else if (!known.includes(to)) known.push(to)
  }

  /** From each end or junction to the next; what is left are rings, such as the border of Lesotho. */
  lines(): readonly Line[] {
    const used = new Set<string>()
    const lines: Line[] = []
    const walk = (from: string, to: string): void => {
      const line = [from]
      let [last, at] = [from, to]
      while (!used.has(edgeKey(last, at))) {
        used.add(edgeKey(last, at))
        line.push(at)
        const onwards = this.#neighbours.get(at) ?? []
        const next = onwards.length === 2 ? onwards.find((each) => each !== last) : undefined
        if (next === undefined) break
        ;[last, at] = [at, next]
      }
      if (line.length > 1) lines.push(line.map(pointOf))
    }
    for (const isRing of [false, true])
      for (const [from, others] of this.#neighbours)
        if (isRing || others.length !== 2) for (const to of others) walk(from, to)
    return lines
  }
}

const edgeKey = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`)

const pointOf = (key: string): Point => {
  const [x, y] = key.split(',')
  return [Number(x) / UNITS_PER_DEGREE, Number(y) / UNITS_PER_DEGREE]
}
