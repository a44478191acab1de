/** Where areas touch the antimeridian: both sides of it have to say the same. */
import { type Rings, ringStart } from '../../src/domain/geometry/rings.ts'

/** From south to north. */
export type Stretch = readonly [south: number, north: number]

/** The stretches of a meridian that rings run along, joined where they touch. */
export const stretchesAlong = (rings: Rings, x: number): readonly Stretch[] => {
  const { coords, ringEnds } = rings
  const edges: Stretch[] = []
  ringEnds.forEach((end, ring) => {
    const start = ringStart(rings, ring)
    for (let at = start; at < end; at++) {
      const next = at + 1 === end ? start : at + 1
      if (coords[2 * at] !== x || coords[2 * next] !== x) continue
      const [one, other] = [coords[2 * at + 1], coords[2 * next + 1]]
      edges.push([Math.min(one, other), Math.max(one, other)])
    }
  })
  const joined: [number, number][] = []
  for (const [south, north] of edges.sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1)
    if (last !== undefined && last[1] >= south) last[1] = Math.max(last[1], north)
    else joined.push([south, north])
  }
  return joined
}

/** The length that is in one of the two but not in both. */
export const lengthApart = (one: readonly Stretch[], other: readonly Stretch[]): number => {
  const common = one
    .flatMap(([south, north]) =>
      other.map(([from, to]) => Math.max(0, Math.min(north, to) - Math.max(south, from))),
    )
    .reduce((sum, length) => sum + length, 0)
  return lengthOf(one) + lengthOf(other) - 2 * common
}

const lengthOf = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, [south, north]) => sum + north - south, 0)
