/** Turns coastlines that cross a box into the land in it. */
import { arrange } from '../arrange.ts'
import { positive } from '../repair.ts'
import type { Rings } from '../rings.ts'
import type { TileBox } from '../tiles.ts'
import type { WorkBudget } from '../work-budget.ts'
import { type CoastLine, isClosed } from './coast-line.ts'

/** A place where a coastline meets the sides of the box. */
interface Meeting {
  /** Distance along the sides, counter-clockwise from the south-western corner, in units. */
  readonly at: number
  readonly leaves: boolean
  readonly x: number
  readonly y: number
}

/**
 * Returns the land to the left of the lines, which must lie in the box and be closed or begin and end on its sides. Returns
 * null if they contradict each other: one ends within the box, or two in a row enter or leave it. If none meets the sides,
 * `isInland` says whether the sides are land. O(n log n) in the positions and crossings of the lines.
 *
 * @throws TooComplex
 */
export const landInBox = (
  lines: readonly CoastLine[],
  box: TileBox,
  isInland: boolean,
  budget: WorkBudget,
): Rings | null => {
  const open = lines.filter((line) => !isClosed(line))
  const meetings: Meeting[] = []
  for (const line of open) {
    const enters = meetingOf(line[0], line[1], false, box)
    const leaves = meetingOf(line[line.length - 2], line[line.length - 1], true, box)
    if (enters === null || leaves === null) return null
    meetings.push(enters, leaves)
  }
  meetings.sort((a, b) => a.at - b.at)
  const contradict = meetings.some((meeting, i) => {
    const next = meetings[(i + 1) % meetings.length]
    return next.leaves === meeting.leaves || next.at === meeting.at
  })
  if (contradict) return null
  return landLeftOf([...lines, ...sidesOnLand(meetings, box, isInland)], budget)
}

/**
 * Counter-clockwise, land lies between the point where a coastline leaves the box and the point where the next one enters.
 */
const sidesOnLand = (meetings: readonly Meeting[], box: TileBox, isInland: boolean): readonly CoastLine[] => {
  const corners = cornersOf(box)
  if (meetings.length === 0)
    return isInland ? [Int32Array.from([...corners, corners[0]].flatMap(({ x, y }) => [x, y]))] : []
  const length = perimeterOf(box)
  return meetings.flatMap((from, i) => {
    if (!from.leaves) return []
    const to = meetings[(i + 1) % meetings.length]
    const end = to.at > from.at ? to.at : to.at + length
    const passed = [...corners, ...corners.map((corner) => ({ ...corner, at: corner.at + length }))].filter(
      ({ at }) => at > from.at && at < end,
    )
    return [Int32Array.from([from, ...passed, to].flatMap(({ x, y }) => [x, y]))]
  })
}

const landLeftOf = (lines: readonly CoastLine[], budget: WorkBudget): Rings => {
  const coords = new Int32Array(lines.reduce((sum, line) => sum + line.length, 0))
  const ends: number[] = []
  let length = 0
  for (const line of lines) {
    const start = length
    for (let i = 0; i < line.length; i += 2) {
      if (length > start && coords[length - 2] === line[i] && coords[length - 1] === line[i + 1]) continue
      coords[length++] = line[i]
      coords[length++] = line[i + 1]
    }
    if (length - start < 4) length = start
    else ends.push(length / 2)
  }
  const weights = Int16Array.from({ length: 2 * ends.length }, (_, i) => 1 - (i % 2))
  const strands = { coords: coords.subarray(0, length), ends: Int32Array.from(ends), weights }
  return arrange(strands, 1, positive, budget)
}

const meetingOf = (x: number, y: number, leaves: boolean, box: TileBox): Meeting | null => {
  const [west, south, east, north] = box
  const width = east - west
  const height = north - south
  if (y === south) return { at: x - west, leaves, x, y }
  if (x === east) return { at: width + y - south, leaves, x, y }
  if (y === north) return { at: width + height + east - x, leaves, x, y }
  if (x === west) return { at: 2 * width + height + north - y, leaves, x, y }
  return null
}

const perimeterOf = ([west, south, east, north]: TileBox): number => 2 * (east - west + north - south)

/** Returns the corners counter-clockwise from the south-western one. */
const cornersOf = ([west, south, east, north]: TileBox) => [
  { at: 0, x: west, y: south },
  { at: east - west, x: east, y: south },
  { at: east - west + north - south, x: east, y: north },
  { at: 2 * (east - west) + north - south, x: west, y: north },
]
