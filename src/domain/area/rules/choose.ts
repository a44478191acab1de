/** Of several boundaries with one name the one that is meant; none when the text leaves it open. */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import type { BoundaryId } from '../../boundary/id.ts'
import { foldName } from '../../catalog/fold.ts'
import { prominence, STEPS_PER_TENFOLD } from '../../catalog/prominence.ts'
import { liesIn } from '../plan.ts'
import { areSiblings, type Item } from './item.ts'
import type { Sense } from './sense.ts'

export interface Surroundings {
  /** What contains the seed. */
  readonly seedIds: ReadonlySet<BoundaryId>
  /** For an exception: what it is probably cut out of, the likeliest first. */
  readonly cutFrom: readonly (readonly BoundaryRecord[])[]
  /** Boundaries that the description has beside it. */
  readonly anchors: readonly BoundaryRecord[]
  /** For each phrase that is cut out of what is in, what it may mean. */
  readonly cut: readonly (readonly BoundaryRecord[])[]
  /** For what comes in after that: what was left out before. */
  readonly leftOut: readonly BoundaryRecord[]
}

export type Choice =
  | { readonly kind: 'one'; readonly sense: Sense; readonly because: string }
  | { readonly kind: 'open'; readonly senses: readonly Sense[] }

/** Each test that leaves one sense decides; each that leaves some narrows the next. */
export const choose = ({ senses }: Item, surroundings: Surroundings): Choice => {
  if (senses.length === 1) return one(senses[0], 'no other boundary has the name')
  let left = senses
  for (const { because, keeps } of [...context(surroundings), ...likelihood(surroundings)]) {
    const kept = keeps(left)
    if (kept.length === 1) return one(kept[0], because)
    if (kept.length > 1) left = kept
  }
  return { kind: 'open', senses: left }
}

const one = (sense: Sense, because: string): Choice => ({ kind: 'one', sense, because })

interface Test {
  readonly because: string
  /** Those that pass. */
  readonly keeps: (senses: readonly Sense[]) => readonly Sense[]
}

const each =
  (test: (boundary: BoundaryRecord) => boolean): Test['keeps'] =>
  (senses) =>
    senses.filter(({ boundary }) => test(boundary))

const liesWithin = (boundary: BoundaryRecord, outer: readonly BoundaryRecord[]): boolean =>
  outer.some(({ id }) => id !== boundary.id && liesIn(boundary, id))

/** What the description itself says. */
const context = ({ seedIds, cutFrom, anchors, cut }: Surroundings): readonly Test[] => [
  ...cutFrom.map((outer) => ({
    because: 'it lies in what it is cut out of',
    // "New England without Maine": of several one may be left out whole.
    keeps: each((boundary) =>
      outer.length > 1 ? outer.some(({ id }) => liesIn(boundary, id)) : liesWithin(boundary, outer),
    ),
  })),
  { because: 'it contains the point', keeps: each(({ id }) => seedIds.has(id)) },
  {
    because: 'it contains what is cut out',
    keeps: each((boundary) => cut.some((inner) => inner.some((part) => liesWithin(part, [boundary])))),
  },
  {
    because: 'it is a neighbour of the others',
    keeps: each((boundary) => anchors.some((anchor) => areSiblings(anchor, boundary))),
  },
]

/** What is likely where the description is silent. */
const likelihood = ({ anchors, leftOut }: Surroundings): readonly Test[] => [
  {
    because: 'all others of the name lie in it',
    keeps: (senses) =>
      senses
        .filter(({ boundary }) => senses.every((other) => liesIn(other.boundary, boundary.id)))
        .slice(0, 1),
  },
  { because: 'it is by far the most prominent of that name', keeps: mostProminent },
  { because: 'it is by far the largest of that name', keeps: largest },
  {
    because: 'it is in the country of the others',
    keeps: each((boundary) => anchors.some(({ country }) => country === boundary.country)),
  },
  { because: 'it lies in what was left out', keeps: each((boundary) => liesWithin(boundary, leftOut)) },
  {
    // Washington, D.C., is called Washington too.
    because: 'no other has it as its own',
    keeps: (senses) =>
      senses.filter(({ boundary, matchedName }) => foldName(boundary.name) === foldName(matchedName)),
  },
]

const mostProminent: Test['keeps'] = (senses) => {
  const [first, second] = [...senses].sort((a, b) => prominence(b.boundary) - prominence(a.boundary))
  return prominence(first.boundary) - prominence(second.boundary) >= DECISIVE_STEPS ? [first] : []
}

const largest: Test['keeps'] = (senses) => {
  const [first, second] = [...senses].sort((a, b) => b.boundary.areaKm2 - a.boundary.areaKm2)
  return first.boundary.areaKm2 >= DECISIVE_SIZE * second.boundary.areaKm2 ? [first] : []
}

/** Florida of the United States and of Uruguay, where no population is known. */
const DECISIVE_SIZE = 8

/** Five times the people, or as much by level. */
export const DECISIVE_STEPS = STEPS_PER_TENFOLD * Math.log10(5)
