/** Of several boundaries with one name the one that is meant; none when the text leaves it open. */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import type { BoundaryId } from '../../boundary/id.ts'
import { foldName } from '../../catalog/fold.ts'
import { prominence, STEPS_PER_TENFOLD } from '../../catalog/prominence.ts'
import { liesIn } from '../plan.ts'
import type { Item } from './item.ts'
import type { Sense } from './lookup.ts'
import { areSiblings } from './understand.ts'

export interface Surroundings {
  /** What contains the seed. */
  readonly seedIds: ReadonlySet<BoundaryId>
  /** For an exception: what it must lie in. Null for everything else. */
  readonly inside: readonly BoundaryRecord[] | null
  /** Boundaries that the description has beside it. */
  readonly anchors: readonly BoundaryRecord[]
  /** For each phrase that is cut out of what is in, what it may mean. */
  readonly cut: readonly (readonly BoundaryRecord[])[]
}

export type Choice =
  | { readonly kind: 'one'; readonly sense: Sense; readonly because: string }
  | { readonly kind: 'open'; readonly senses: readonly Sense[] }

/** Each test that leaves one sense decides; each that leaves some narrows the next. */
export const choose = ({ senses }: Item, { seedIds, inside, anchors, cut }: Surroundings): Choice => {
  let left = senses
  for (const { because, keeps } of [
    {
      because: 'it lies in what it is cut out of',
      keeps: ({ boundary }: Sense) => inside?.some(({ id }) => liesIn(boundary, id)) ?? false,
    },
    { because: 'it contains the point', keeps: ({ boundary }: Sense) => seedIds.has(boundary.id) },
    {
      because: 'it contains what is cut out',
      keeps: ({ boundary }: Sense) =>
        cut.some((senses) => senses.some((each) => each.id !== boundary.id && liesIn(each, boundary.id))),
    },
    {
      because: 'it is a neighbour of the others',
      keeps: ({ boundary }: Sense) => anchors.some((anchor) => areSiblings(anchor, boundary)),
    },
  ]) {
    if (left.length === 1) break
    const kept = left.filter(keeps)
    if (kept.length === 1) return { kind: 'one', sense: kept[0], because }
    if (kept.length > 1) left = kept
  }
  if (left.length === 1) return { kind: 'one', sense: left[0], because: 'no other boundary has the name' }
  const outermost = left.find(({ boundary }) => left.every((each) => liesIn(each.boundary, boundary.id)))
  if (outermost !== undefined)
    return { kind: 'one', sense: outermost, because: 'all others of the name lie in it' }
  const [first, second] = [...left].sort((a, b) => prominence(b.boundary) - prominence(a.boundary))
  if (prominence(first.boundary) - prominence(second.boundary) >= DECISIVE_STEPS)
    return { kind: 'one', sense: first, because: 'it is by far the most prominent of that name' }
  const [largest, next] = left.map(({ boundary }) => boundary.areaKm2).sort((a, b) => b - a)
  if (largest / next >= DECISIVE_SIZE) {
    const sense = left.find(({ boundary }) => boundary.areaKm2 === largest)!
    return { kind: 'one', sense, because: 'it is by far the largest of that name' }
  }
  const near = left.filter(({ boundary }) => anchors.some(({ country }) => country === boundary.country))
  if (near.length === 1) return { kind: 'one', sense: near[0], because: 'it is in the country of the others' }
  // Washington, D.C., is called Washington too.
  const own = left.filter(({ boundary, matchedName }) => foldName(boundary.name) === foldName(matchedName))
  return own.length === 1
    ? { kind: 'one', sense: own[0], because: 'no other has it as its own' }
    : { kind: 'open', senses: left }
}

/** Florida of the United States and of Uruguay, where no population is known. */
const DECISIVE_SIZE = 8

/** Five times the people, or as much by level. */
const DECISIVE_STEPS = STEPS_PER_TENFOLD * Math.log10(5)
