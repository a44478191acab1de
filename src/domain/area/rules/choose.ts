/** Chooses among boundaries with the same name; chooses none if the text does not decide. */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import type { BoundaryId } from '../../boundary/id.ts'
import { foldName } from '../../catalog/fold.ts'
import { foldedNames } from '../../catalog/folded-name-cache.ts'
import { isFirstLevel } from '../../catalog/level-words.ts'
import { liesIn } from '../plan.ts'
import type { NameVerdict, Vocabulary } from '../vocabulary.ts'
import { areSiblings, type Item } from './item.ts'
import { liesStrictlyIn, type Sense } from './sense.ts'

export interface ChoiceContext {
  /** Ids of the boundaries that contain the seed point. */
  readonly seedIds: ReadonlySet<BoundaryId>
  /** For an exception: what it is probably excluded from, the likeliest first. */
  readonly cutFrom: readonly (readonly BoundaryRecord[])[]
  /** Boundaries that the description names next to it. */
  readonly anchors: readonly BoundaryRecord[]
  /** Those that are, or may be, in the same list: not "Grant and Lafayette Counties in Wisconsin" after a semicolon. */
  readonly listed: readonly BoundaryRecord[]
  /** For each phrase that is excluded, or named after "including", the boundaries that it may mean. */
  readonly inner: readonly (readonly BoundaryRecord[])[]
  /** For a place that is included again: what was excluded before. */
  readonly excluded: readonly BoundaryRecord[]
}

export type Choice =
  | { readonly kind: 'one'; readonly sense: Sense; readonly because: string; readonly isReviewed: boolean }
  /** For a reviewed name, `verdict` says what to write instead. */
  | { readonly kind: 'open'; readonly senses: readonly Sense[]; readonly verdict: string | null }

/**
 * Decides by the description first, then by whose own name it is, then by the table of reviewed names. Size and fame
 * never decide.
 */
export const choose = (
  { text, senses, isNarrowed }: Item,
  surroundings: ChoiceContext,
  verdicts: Vocabulary['verdicts'],
): Choice => {
  const asked = isNarrowed ? undefined : verdictOf(text, senses, verdicts)
  if (asked?.isAlwaysAsked === true) return { kind: 'open', senses, verdict: asked.reason }
  if (senses.length === 1)
    return asked !== undefined && isMeantBy(asked, senses[0]) && !isCountryNamed(text, senses[0])
      ? { ...chosenSense(senses[0], asked.reason), isReviewed: true }
      : chosenSense(senses[0], 'no other boundary has the name')
  const isSmall = isSmallBeside(senses, surroundings.listed)
  if (isSmall && surroundings.cutFrom.flat().length === 0)
    return { kind: 'open', senses, verdict: isNarrowed ? null : OF_TWO_LEVELS }
  let left = senses
  for (const { because, keeps } of tests(surroundings)) {
    const kept = keeps(left)
    if (kept.length === 1) return chosenSense(kept[0], because)
    if (kept.length > 1) left = kept
  }
  // Next to countries and states alike, the table does not decide.
  const isTorn =
    new Set(left.filter((each) => isBeside(each, surroundings.anchors)).map(({ boundary }) => boundary.kind))
      .size > 1
  const verdict = isTorn ? undefined : verdictOf(text, left, verdicts)
  const meant = verdict === undefined ? undefined : left.find((sense) => isMeantBy(verdict, sense))
  if (verdict !== undefined && meant !== undefined)
    return { ...chosenSense(meant, verdict.reason), isReviewed: true }
  for (const { because, keeps } of structure(surroundings)) {
    const kept = keeps(left)
    if (kept.length === 1) return chosenSense(kept[0], because)
  }
  return { kind: 'open', senses: left, verdict: verdict?.reason ?? null }
}

/** "Washington, Multnomah and Clackamas": the list suggests a county, the name alone a state. */
const isSmallBeside = (senses: readonly Sense[], listed: readonly BoundaryRecord[]): boolean => {
  const siblings = senses.filter((sense) => isBeside(sense, listed))
  return siblings.length > 0 && hasLarger(senses, siblings, listed)
}

/**
 * Whether a country, or a state of the same country, also has the name while no sibling does. "Luxembourg, Strassen and Bertrange" are
 * three towns, because the country contains the other two.
 */
const hasLarger = (
  senses: readonly Sense[],
  siblings: readonly Sense[],
  listed: readonly BoundaryRecord[],
): boolean =>
  !siblings.some(isLargest) &&
  senses.some(
    (sense) =>
      isLargest(sense) &&
      (sense.boundary.kind === 'country' ||
        siblings.some(({ boundary }) => boundary.country === sense.boundary.country)) &&
      !listed.some((each) => liesStrictlyIn(each, [sense.boundary])),
  )

/** A country or a first-level unit has this name as its own. */
export const isLargest = ({ boundary, isOwn }: Sense): boolean =>
  isOwn && (boundary.kind === 'country' || isFirstLevel(boundary))

const OF_TWO_LEVELS = 'Add its level, as in "Washington County" or "the State of Washington".'

const isBeside = ({ boundary }: Sense, anchors: readonly BoundaryRecord[]): boolean =>
  anchors.some((anchor) => anchor.id !== boundary.id && areSiblings(anchor, boundary))

const chosenSense = (sense: Sense, because: string): Extract<Choice, { kind: 'one' }> => ({
  kind: 'one',
  sense,
  because,
  isReviewed: false,
})

/** Looked up by the words of the text, then by the matched names. */
export const verdictOf = (
  text: string,
  senses: readonly Sense[],
  verdicts: Vocabulary['verdicts'],
): NameVerdict | undefined =>
  [text, ...senses.map(({ matchedName }) => matchedName)]
    .map((name) => verdicts.get(foldName(name)))
    .find((each) => each !== undefined)

/** "Malta" needs no note, "Korea" does. */
const isCountryNamed = (text: string, { boundary }: Sense): boolean =>
  boundary.kind === 'country' && foldedNames(boundary).has(foldName(text))

const isMeantBy = ({ means }: NameVerdict, { boundary: { id, iso } }: Sense): boolean =>
  means !== null && (means === id || means === `iso:${iso}`)

interface Test {
  readonly because: string
  /** Returns those that pass the test. */
  readonly keeps: (senses: readonly Sense[]) => readonly Sense[]
}

const each =
  (test: (boundary: BoundaryRecord) => boolean): Test['keeps'] =>
  (senses) =>
    senses.filter(({ boundary }) => test(boundary))

const tests = ({ seedIds, cutFrom, anchors, inner }: ChoiceContext): readonly Test[] => [
  ...cutFrom.map((outer) => ({
    because: 'it lies in the area that it is excluded from',
    // "New England without Maine": one member of several may be excluded entirely.
    keeps: each((boundary) =>
      outer.length > 1 ? outer.some(({ id }) => liesIn(boundary, id)) : liesStrictlyIn(boundary, outer),
    ),
  })),
  { because: 'it contains the point', keeps: each(({ id }) => seedIds.has(id)) },
  {
    because: 'it contains what the text excludes from it or names as its part',
    keeps: each((boundary) => inner.some((meant) => meant.some((part) => liesStrictlyIn(part, [boundary])))),
  },
  {
    because: 'it is next to the other places',
    keeps: (senses) => {
      const beside = senses.filter((sense) => isBeside(sense, anchors))
      // "Iowa; Grant and Lafayette Counties in Wisconsin": the state.
      return beside.length > 0 && hasLarger(senses, beside, anchors) ? [] : beside
    },
  },
  // Washington, D.C., is called Washington too.
  {
    because: 'no other place has it as its own name',
    keeps: (senses) => senses.filter(({ isOwn }) => isOwn),
  },
]

/** Decides by the hierarchy if the description does not. */
const structure = ({ cutFrom, excluded }: ChoiceContext): readonly Test[] => [
  ...cutFrom.map((outer) => ({
    because: 'it is a member of what it is excluded from',
    // "Central America without Belize": the country, and not its district.
    keeps: each(({ id }) => outer.length > 1 && outer.some((member) => member.id === id)),
  })),
  ...cutFrom.map((outer) => ({
    because: 'it is a direct part of the area that it is excluded from',
    // All others lie in it too: "the Netherlands and Belgium except Limburg" may mean either country's.
    keeps: (senses: readonly Sense[]) =>
      senses.filter(({ boundary: { parents } }) =>
        outer.some(
          ({ id }) => parents.at(-1)?.id === id && senses.every((other) => liesIn(other.boundary, id)),
        ),
      ),
  })),
  { because: 'it lies in what was excluded', keeps: each((boundary) => liesStrictlyIn(boundary, excluded)) },
  {
    // A town and its quarter share a name; a canton and its town stay ambiguous.
    because: 'all other places of this name lie in it',
    keeps: (senses) =>
      senses.filter(
        ({ boundary }) =>
          TOWN_KINDS.has(boundary.kind) && senses.every((other) => liesIn(other.boundary, boundary.id)),
      ),
  },
]

const TOWN_KINDS: ReadonlySet<string> = new Set(['municipality', 'city'])
