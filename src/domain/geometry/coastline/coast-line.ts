/**
 * Coastlines: lines with land on their left, `[lon, lat, …]` in units, joined from pieces. A closed one repeats its first
 * position at its end.
 */
import { PairIndex } from '../arrangement/pair-index.ts'
import { crossingOf } from '../cut-ring.ts'

export type CoastLine = Int32Array

export const isClosed = (line: CoastLine): boolean =>
  line.length > 2 && line[0] === line[line.length - 2] && line[1] === line[line.length - 1]

/** Joins lines at their ends, as long as a line begins where another ends. */
export const joinLines = (lines: readonly CoastLine[]): readonly CoastLine[] => {
  const places = new PairIndex(lines.length)
  /** Unused lines by the position at which they begin. */
  const beginning: number[][] = []
  const arriving = new Map<number, number>()
  const placeOf = (x: number, y: number): number => {
    const place = places.add(x, y)
    if (place === beginning.length) beginning.push([])
    return place
  }
  const starts = lines.map((line) => placeOf(line[0], line[1]))
  const ends = lines.map((line) => placeOf(line[line.length - 2], line[line.length - 1]))
  lines.forEach((_, i) => {
    beginning[starts[i]].push(i)
    arriving.set(ends[i], (arriving.get(ends[i]) ?? 0) + 1)
  })
  const taken = new Uint8Array(lines.length)
  const joined: CoastLine[] = []
  const follow = (first: number): void => {
    const run: number[] = []
    for (let next: number | undefined = first; next !== undefined; next = beginning[ends[next]].pop()) {
      if (taken[next]) break
      taken[next] = 1
      run.push(next)
    }
    joined.push(concatenated(run.map((i) => lines[i])))
  }
  // Lines that begin where none ends come first: each must be the start of a joined line.
  const order = [...lines.keys()]
  for (const i of order) if (!taken[i] && !arriving.has(starts[i])) follow(i)
  for (const i of order) if (!taken[i]) follow(i)
  return joined
}

const concatenated = (lines: readonly CoastLine[]): CoastLine => {
  if (lines.length === 1) return lines[0]
  const length = lines.reduce((sum, line) => sum + line.length - 2, 2)
  const all = new Int32Array(length)
  let at = 0
  for (const line of lines) {
    all.set(line, at)
    at += line.length - 2
  }
  return all
}

/** Cuts the lines at a meridian (axis 0) or parallel; moves positions on it by a unit. */
export const cutLines = (
  lines: readonly CoastLine[],
  axis: 0 | 1,
  line: number,
): { readonly lower: readonly CoastLine[]; readonly upper: readonly CoastLine[] } => {
  const lower: CoastLine[] = []
  const upper: CoastLine[] = []
  for (const coast of lines)
    for (const piece of coastPieces(movedOff(coast, axis, line), axis, line)) {
      const inner = piece[axis] === line ? piece[2 + axis] : piece[axis]
      if (inner < line) lower.push(piece)
      else upper.push(piece)
    }
  return { lower, upper }
}

const movedOff = (coast: CoastLine, axis: 0 | 1, line: number): CoastLine => {
  let moved = coast
  for (let i = axis; i < coast.length; i += 2) {
    if (coast[i] !== line) continue
    if (moved === coast) moved = coast.slice()
    moved[i] = line + 1
  }
  return moved
}

const coastPieces = (coast: CoastLine, axis: 0 | 1, line: number): readonly CoastLine[] => {
  const pieces: CoastLine[] = []
  let start = 0
  let before: readonly number[] = []
  for (let i = 2; i < coast.length; i += 2) {
    if (coast[i - 2 + axis] < line === coast[i + axis] < line) continue
    const crossing = crossingOf(coast, i - 2, i, { axis, line, unit: 1 })
    pieces.push(piece(before, coast.subarray(start, i), crossing))
    before = crossing
    start = i
  }
  if (pieces.length === 0) return [coast]
  const last = piece(before, coast.subarray(start), [])
  // A cut closed line is open: its last piece continues into its first.
  if (isClosed(coast)) pieces[0] = concatenated([last, pieces[0]])
  else pieces.push(last)
  return pieces
}

const piece = (before: readonly number[], middle: Int32Array, after: readonly number[]): CoastLine => {
  const coords = new Int32Array(before.length + middle.length + after.length)
  coords.set(before)
  coords.set(middle, before.length)
  coords.set(after, before.length + middle.length)
  return coords
}
