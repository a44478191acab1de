/** Compares two versions by their indexes, which are in the order of ids. */
import type { CatalogDiff, ChangedBoundaries } from '../../platform/publishing/ports.ts'
import type { IndexedBoundary } from './catalog-index.ts'

const MAX_EXAMPLES = 20

export const compareIndexes = async (
  before: AsyncIterator<IndexedBoundary>,
  after: AsyncIterator<IndexedBoundary>,
): Promise<CatalogDiff> => {
  const found = { added: changes(), removed: changes(), moved: changes(), changed: changes() }
  let total = 0
  const nextOf = async (side: AsyncIterator<IndexedBoundary>): Promise<IndexedBoundary | null> =>
    (await side.next()).value ?? null
  let [a, b] = [await nextOf(before), await nextOf(after)]
  while (a !== null || b !== null) {
    const isOnlyBefore = a !== null && (b === null || a.id < b.id)
    const isOnlyAfter = b !== null && (a === null || b.id < a.id)
    if (isOnlyBefore) found.removed.add(a!)
    else if (isOnlyAfter) found.added.add(b!)
    else if (hasMoved(a!, b!)) found.moved.add(b!)
    else if (a!.hash !== b!.hash) found.changed.add(b!)
    if (a !== null && !isOnlyAfter) {
      total++
      a = await nextOf(before)
    }
    if (b !== null && !isOnlyBefore) b = await nextOf(after)
  }
  return {
    total,
    added: found.added.result(),
    removed: found.removed.result(),
    moved: found.moved.result(),
    changed: found.changed.result(),
  }
}

const changes = () => {
  let count = 0
  const examples: { id: string; name: string }[] = []
  return {
    add: ({ id, name }: IndexedBoundary): void => {
      count++
      if (examples.length < MAX_EXAMPLES) examples.push({ id, name })
    },
    result: (): ChangedBoundaries => ({ count, examples }),
  }
}

const MIN_OVERLAP = 0.5

/** True if what the boxes have in common is less than half of what they cover together. */
const hasMoved = (a: IndexedBoundary, b: IndexedBoundary): boolean => {
  if (a.box.every((edge, index) => edge === b.box[index])) return false
  const common = areaOf([
    Math.max(a.box[0], b.box[0]),
    Math.max(a.box[1], b.box[1]),
    Math.min(eastOf(a.box), eastOf(b.box)),
    Math.min(a.box[3], b.box[3]),
  ])
  const together =
    areaOf([a.box[0], a.box[1], eastOf(a.box), a.box[3]]) +
    areaOf([b.box[0], b.box[1], eastOf(b.box), b.box[3]]) -
    common
  return common < MIN_OVERLAP * together
}

type Box = IndexedBoundary['box']

/** West > east means that the box crosses the antimeridian. */
const eastOf = ([west, , east]: Box): number => (west <= east ? east : east + 360)

/** In square degrees; 0 for a box that is none. */
const areaOf = ([west, south, east, north]: Box): number =>
  Math.max(0, east - west) * Math.max(0, north - south)
