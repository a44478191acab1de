/**
 * Joins chains that begin and end on the antimeridian to closed rings, like Weiler and Atherton's clipping. The map is a
 * rectangle with the seam on both sides and the poles above and below. Chains have the interior on their left, so a chain
 * that leaves the map is continued, counter-clockwise along the rim, by the next one that enters. A walk past a corner of
 * the map includes the corner, which makes the line along the pole.
 */
import { FULL_TURN, HALF_TURN, POLE } from './map-rim.ts'

export const linkAlongRim = (chains: readonly number[][]): number[][] => {
  const following = matchLeavingToEntering(rimEvents(chains), chains.length)
  const used = new Uint8Array(chains.length)
  const rings: number[][] = []
  for (let first = 0; first < chains.length; first++) {
    if (used[first]) continue
    const ring: number[] = []
    for (let chain = first; !used[chain]; chain = following[chain]) {
      used[chain] = 1
      for (let i = 0; i < chains[chain].length; i += 2)
        pushDistinct(ring, chains[chain][i], chains[chain][i + 1])
      walkRim(ring, rimOfEnd(chains[chain]), rimOfStart(chains[following[chain]]))
    }
    while (ring.length > 2 && ring[0] === ring.at(-2) && ring[1] === ring.at(-1)) ring.length -= 2
    if (enclosesArea(ring)) rings.push(ring)
  }
  return rings
}

interface RimEvent {
  readonly rim: number
  readonly chain: number
  readonly leaves: boolean
}

/**
 * Returns the distance along the rim in units, counter-clockwise from the south-east corner: up 180° and 360° west, down
 * 180° and 360° east.
 */
const rimOf = (lon: number, lat: number): number => (lon > 0 ? lat + POLE : NORTH_WEST + (POLE - lat))

const rimOfStart = (chain: readonly number[]): number => rimOf(chain[0], chain[1])
const rimOfEnd = (chain: readonly number[]): number => rimOf(chain[chain.length - 2], chain[chain.length - 1])

const NORTH_EAST = HALF_TURN
const NORTH_WEST = NORTH_EAST + FULL_TURN
const SOUTH_WEST = NORTH_WEST + HALF_TURN
const AROUND = SOUTH_WEST + FULL_TURN

/** Corners in the order of the walk, for two rounds. */
const CORNERS = [0, AROUND].flatMap((round) => [
  { rim: round + NORTH_EAST, lon: HALF_TURN, lat: POLE },
  { rim: round + NORTH_WEST, lon: -HALF_TURN, lat: POLE },
  { rim: round + SOUTH_WEST, lon: -HALF_TURN, lat: -POLE },
  { rim: round + AROUND, lon: HALF_TURN, lat: -POLE },
])

/**
 * Lists all points where chains leave and enter, around the rim. They alternate; points at the same position are ordered so
 * that they do.
 */
const rimEvents = (chains: readonly number[][]): RimEvent[] => {
  const events = chains.flatMap((points, chain): RimEvent[] => [
    { rim: rimOfEnd(points), chain, leaves: true },
    { rim: rimOfStart(points), chain, leaves: false },
  ])
  events.sort((a, b) => a.rim - b.rim || Number(b.leaves) - Number(a.leaves))
  /** The first event after `i` that may enter at its position: those that leave there come before it. */
  let entering = 0
  for (let i = 1; i < events.length; i++) {
    if (!events[i].leaves || !events[i - 1].leaves) continue
    const { rim } = events[i]
    entering = Math.max(entering, i + 1)
    while (entering < events.length && events[entering].rim === rim && events[entering].leaves) entering++
    if (events[entering]?.rim !== rim) continue
    const moved = events[i]
    events[i] = events[entering]
    events[entering] = moved
  }
  return events
}

/**
 * Returns the continuation of each chain. In crossing input several may leave before one enters: the last to leave is joined
 * first.
 */
const matchLeavingToEntering = (events: readonly RimEvent[], count: number): Int32Array => {
  const following = new Int32Array(count)
  const matched = new Uint8Array(count)
  const waiting: number[] = []
  for (let round = 0; round < 2; round++) {
    for (const { leaves, chain } of events) {
      if (leaves && round === 0) waiting.push(chain)
      if (leaves || matched[chain]) continue
      const left = waiting.pop()
      if (left === undefined) continue
      following[left] = chain
      matched[chain] = 1
    }
  }
  return following
}

const walkRim = (ring: number[], from: number, to: number): void => {
  const goal = to < from ? to + AROUND : to
  for (const corner of CORNERS) {
    if (corner.rim > from && corner.rim < goal) pushDistinct(ring, corner.lon, corner.lat)
  }
}

const pushDistinct = (ring: number[], lon: number, lat: number): void => {
  if (ring.at(-2) !== lon || ring.at(-1) !== lat) ring.push(lon, lat)
}

const enclosesArea = (ring: readonly number[]): boolean => {
  for (let i = 4; i < ring.length; i += 2) {
    const cross = (ring[2] - ring[0]) * (ring[i + 1] - ring[1]) - (ring[3] - ring[1]) * (ring[i] - ring[0])
    if (cross !== 0) return true
  }
  return false
}
