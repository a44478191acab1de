/** Plans statements in the order of the text: each item becomes a boundary, or stays ambiguous. */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import { isClaimedBy } from '../claimed-land.ts'
import { liesIn, type PlanPart, type Unmapped } from '../plan.ts'
import type { AreaRequest, Planned, PlanningCatalog } from '../ports.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { beyondDoubt, commonFamily } from './anchors.ts'
import { type Choice, type ChoiceContext, choose } from './choose.ts'
import type { Cities } from './cities.ts'
import {
  CONTRADICTS,
  CUT_FROM_NOTHING,
  choiceReason,
  EMPTIES,
  IN_OR_BESIDE,
  LIES_OUTSIDE,
  NO_PLACE,
  OUT_OR_BACK,
  outsideSentence,
} from './draft-sentences.ts'
import { type PhraseFault, unmapped } from './fault.ts'
import { areSiblings, type Group, type Item, mayMean } from './item.ts'
import {
  excludedIn,
  excluding,
  excludingAnyway,
  includedIn,
  including,
  includingGroup,
  type Land,
  type NewPart,
  NO_LAND,
  withoutException,
} from './land.ts'
import type { Statement } from './scopes.ts'
import type { Sense } from './sense.ts'
import { unsettledNote } from './unsettled.ts'

export interface DraftOptions {
  readonly catalog: Pick<PlanningCatalog, 'reverse'>
  readonly cities: Cities
  readonly verdicts: Vocabulary['verdicts']
  readonly territories: Vocabulary['territories']
  /** Ids of the boundaries that contain the seed point. */
  readonly seedIds: ChoiceContext['seedIds']
}

/** A plan in progress; each step makes another one. */
interface Draft extends Land {
  readonly unmapped: readonly Unmapped[]
  readonly notes: readonly string[]
  /** What the last statements included and excluded. */
  readonly lastIn: readonly BoundaryRecord[]
  readonly lastOut: readonly Item[]
}

type Chosen = Extract<Choice, { kind: 'one' }>

export const planOf = async (
  statements: readonly Statement[],
  { text, seed }: AreaRequest,
  options: DraftOptions,
): Promise<Planned> => {
  const { parts, notes, unmapped: faults } = await new Drafting(statements, options).draft()
  if (faults.length > 0) return refusedPlan(faults)
  if (parts.length === 0) return refusedPlan([{ text, reason: NO_PLACE, candidates: [] }])
  const isInside = seed === null || parts.some((part) => partContains(part, options.seedIds))
  return isInside
    ? { ok: true, plan: { parts, notes }, planner: 'rules' }
    : refusedPlan([{ text, reason: outsideSentence(seed), candidates: [] }])
}

class Drafting {
  readonly #statements: readonly Statement[]
  readonly #options: DraftOptions
  readonly #inner: ChoiceContext['inner']
  /** Boundaries that are certainly included, wherever the text names them. */
  readonly #anchors: readonly BoundaryRecord[]
  /** Anchors whose phrases give neither a level nor a containing place. */
  readonly #bare: readonly BoundaryRecord[]
  /** What each included item probably means. */
  readonly #likely: ReadonlyMap<Item, readonly BoundaryRecord[]>

  constructor(statements: readonly Statement[], options: DraftOptions) {
    this.#statements = statements
    this.#options = options
    const included = statements.flatMap(({ as, items }) => (as === 'in' ? items : []))
    this.#anchors = beyondDoubt(included)
    this.#bare = beyondDoubt(included.filter(({ isNarrowed }) => !isNarrowed))
    this.#inner = statements.flatMap(({ as, isDetail, items }) =>
      as !== 'in' || isDetail ? items.map(mayMean) : [],
    )
    this.#likely = new Map(included.map((item) => [item, this.#meantBy(item)] as const))
  }

  async draft(): Promise<Draft> {
    let draft: Draft = { ...NO_LAND, unmapped: [], notes: [], lastIn: [], lastOut: [] }
    for (const { as, isAdded, items } of this.#statements) {
      const anchors = [...beyondDoubt(items), ...commonFamily(items)]
      // "North and South Carolina, plus Georgia".
      const before = includedIn(draft)
      const beside = [...anchors, ...before, ...this.#anchors]
      for (const item of items)
        if (as === 'in')
          draft = await this.#with(draft, item, {
            // What the others probably are, before or behind it: the order of a list says nothing.
            anchors: [...beside, ...this.#othersThan(item)],
            listed: [...anchors, ...this.#bare],
          })
        else if (as === 'back') draft = await this.#withBack(draft, item, anchors)
        else draft = await this.#without(draft, item, anchors)
      const added = includedIn(draft).slice(before.length)
      if (as === 'in') draft = { ...draft, lastIn: isAdded ? [...draft.lastIn, ...added] : added }
      if (as === 'out') draft = { ...draft, lastOut: items }
    }
    return draft
  }

  #othersThan(item: Item): readonly BoundaryRecord[] {
    return [...this.#likely].flatMap(([each, boundaries]) => (each === item ? [] : boundaries))
  }

  /** What the item means beside what is beyond doubt, if that is one place. */
  #meantBy(item: Item): readonly BoundaryRecord[] {
    if (item.group !== null) return []
    const choice = this.#choose(item, {
      anchors: this.#anchors,
      listed: this.#bare,
      inner: this.#inner,
      seedIds: this.#options.seedIds,
    })
    return choice.kind === 'one' ? [choice.sense.boundary] : []
  }

  #choose(item: Item, surroundings: Partial<ChoiceContext>): Choice {
    return choose(item, { ...NOTHING_AROUND, ...surroundings }, this.#options.verdicts)
  }

  async #with(
    draft: Draft,
    item: Item,
    surroundings: Pick<ChoiceContext, 'anchors' | 'listed'> & Pick<Partial<ChoiceContext>, 'cutFrom'>,
  ): Promise<Draft> {
    const { text, group } = item
    if (group !== null) {
      const note = unsettledNote(text, group, this.#options.territories)
      const whole = includingGroup(note === null ? draft : noted(draft, note), partsOf(item, group))
      const reason = `Not part of the group (${group.region.source}).`
      return group.except.reduce((each, boundary) => {
        const excluded = excluding(each, { text, boundary, reason })
        // "Greenland and the EU": what is in by its own name stays in.
        return excluded.result === 'cut' ? excluded.land : each
      }, whole)
    }
    const { seedIds } = this.#options
    const choice = this.#choose(item, {
      ...surroundings,
      inner: this.#inner,
      excluded: excludedIn(draft),
      seedIds,
    })
    if (choice.kind === 'open') return leftOpen(draft, item, choice)
    const { boundary } = choice.sense
    const isSure = choice.isReviewed || seedIds.has(boundary.id)
    const fault = isSure ? null : await this.#cityMeant(draft, item, choice.sense, surroundings.anchors)
    if (fault !== null) return refused(draft, item, fault, [choice.sense])
    const isPartial =
      boundary.kind === 'country' && item.every?.partialIn.has(boundary.country ?? '') === true
    const part = partOf(item, choice)
    const told = withChoice(isPartial ? noted(draft, allOf(item, boundary)) : draft, item, choice)
    const whole = including(told, part)
    return whole === told ? noted(told, `"${text}" is named twice.`) : whole
  }

  /** "Except Brittany except Finistère", "except the Nordic countries other than Sweden": Finistère and Sweden are included. */
  async #withBack(draft: Draft, item: Item, anchors: readonly BoundaryRecord[]): Promise<Draft> {
    const members = draft.lastOut.flatMap(({ group }) => group?.members ?? [])
    const named = draft.lastOut.flatMap((each) => (each.group === null ? mayMean(each) : []))
    const isOneOf = (these: readonly BoundaryRecord[]): boolean =>
      mayMean(item).some(({ id }) => these.some((each) => each.id === id))
    // "Not in Italy, except Tuscany" says that only Tuscany is in, or that nothing is.
    if (members.length === 0 && !named.some((each) => isIn(draft, each)))
      return refused(draft, item, CUT_FROM_NOTHING, [])
    // "Without Maine and Vermont, save Maine": left out by its own name, not in a group.
    if (isOneOf(named)) return refused(draft, item, OUT_OR_BACK, item.senses)
    const ids = isOneOf(members) ? mayMean(item).map(({ id }) => id) : []
    const back = ids.reduce<Draft | null>((each, id) => each && withoutException(each, id), draft)
    return ids.length > 0 && back !== null
      ? back
      : this.#with(draft, item, { anchors, listed: anchors, cutFrom: [[...named, ...members]] })
  }

  async #without(draft: Draft, item: Item, anchors: readonly BoundaryRecord[]): Promise<Draft> {
    if (item.group !== null) return withoutGroup(draft, item, item.group)
    const included = includedIn(draft)
    // The seed point decides what is included, not what is excluded.
    const choice = this.#choose(item, { cutFrom: [draft.lastIn, included], anchors })
    if (choice.kind === 'open') return leftOpen(draft, item, choice)
    const { boundary } = choice.sense
    // "Belgium and the Netherlands, but not Luxembourg": the country as well as the Belgian province.
    if (!choice.isReviewed && mayBeBeside(draft, item, boundary))
      return refused(draft, item, IN_OR_BESIDE, item.senses)
    const part = partOf(item, choice)
    const told = withChoice(draft, item, choice)
    const isApart = !isIn(draft, boundary) && !included.some((each) => liesIn(each, boundary.id))
    if (!isApart) {
      const fault = choice.isReviewed ? null : await this.#cityCutFrom(item, choice.sense, included)
      return fault === null ? cut(told, part) : refused(told, item, fault, [choice.sense])
    }
    if (await isClaimedBy(boundary, included, this.#options.catalog)) return excludingAnyway(told, part)
    const fault = await this.#options.cities.meantElsewhere(item, choice.sense, included)
    const isChosen = item.senses.length > 1 && !choice.isReviewed
    return fault !== null || isChosen
      ? refused(told, item, fault ?? LIES_OUTSIDE, item.senses)
      : cutAnyway(told, item, [part])
  }

  async #cityMeant(
    draft: Draft,
    item: Item,
    sense: Sense,
    anchors: readonly BoundaryRecord[],
  ): Promise<PhraseFault | null> {
    const excluded = excludedIn(draft)
    if (excluded.some(({ id }) => liesIn(sense.boundary, id))) return this.#cityCutFrom(item, sense, excluded)
    return this.#options.cities.meant(item, sense, await this.#peers(sense.boundary, anchors), null)
  }

  /** "Leinster except Dublin" excludes the county, because Leinster is divided into counties. */
  #cityCutFrom(item: Item, sense: Sense, outer: readonly BoundaryRecord[]): Promise<PhraseFault | null> {
    const isPartOfIt = outer.some(({ id }) => sense.boundary.parents.at(-1)?.id === id)
    const peers = isPartOfIt && sense.isOwn ? [sense.boundary] : []
    return this.#options.cities.meant(item, sense, peers, outer)
  }

  /** Listed units of the same kind that are not named after cities: "Tirol, Salzburg und Vorarlberg" are states. */
  async #peers(
    boundary: BoundaryRecord,
    anchors: readonly BoundaryRecord[],
  ): Promise<readonly BoundaryRecord[]> {
    const peers: BoundaryRecord[] = []
    for (const each of anchors)
      if (
        each.id !== boundary.id &&
        areSiblings(each, boundary) &&
        !(await this.#options.cities.isNamedForCity(each))
      )
        peers.push(each)
    return peers
  }
}

const NOTHING_AROUND: ChoiceContext = {
  seedIds: new Set(),
  cutFrom: [],
  anchors: [],
  listed: [],
  inner: [],
  excluded: [],
}

const noted = (draft: Draft, note: string): Draft => ({ ...draft, notes: [...draft.notes, note] })

const refused = (draft: Draft, { text }: Item, fault: PhraseFault, senses: readonly Sense[]): Draft => {
  const candidates = senses.map(({ boundary }) => boundary).slice(0, MAX_CANDIDATES)
  return { ...draft, unmapped: [...draft.unmapped, unmapped(text, fault, candidates)] }
}

const leftOpen = (
  draft: Draft,
  item: Item,
  { senses, verdict }: Extract<Choice, { kind: 'open' }>,
): Draft => {
  const namesakes =
    senses.length === 1 ? 'Other places have this name, too' : `${senses.length} boundaries have this name`
  const reason = `${namesakes}. Add the country or region, or give a point inside.`
  return refused(draft, item, verdict === null ? reason : `${reason} ${verdict}`, senses)
}

const isIn = (draft: Draft, boundary: BoundaryRecord): boolean =>
  includedIn(draft).some(({ id }) => liesIn(boundary, id))

/** Whether it may be a country beside several that are in, and not the part of one of them. */
const mayBeBeside = (
  draft: Draft,
  { senses, isNarrowed, level }: Item,
  { kind }: BoundaryRecord,
): boolean => {
  const countries = includedIn(draft).filter((each) => each.kind === 'country')
  const isElsewhere = ({ boundary, isOwn }: Sense): boolean =>
    boundary.kind === 'country' && isOwn && !isIn(draft, boundary)
  return (
    countries.length > 1 && kind !== 'country' && !isNarrowed && level === null && senses.some(isElsewhere)
  )
}

const withoutGroup = (draft: Draft, item: Item, group: Group): Draft => {
  const { addedOnly, remainder } = group.region
  if (addedOnly !== null) return refused(draft, item, addedOnly, [])
  const told = remainder === null ? draft : noted(draft, remainder)
  const parts = partsOf(item, group)
  const left = parts.reduce(cut, told)
  return left === told ? cutAnyway(told, item, parts) : left
}

/** Unchanged if it lies outside. */
const cut = (draft: Draft, part: NewPart): Draft => {
  const excluded = excluding(draft, part)
  if (excluded.result === 'cut') return excluded.land
  if (excluded.result === 'outside') return draft
  const reason = excluded.result === 'emptied' ? EMPTIES : CONTRADICTS
  return { ...draft, unmapped: [...draft.unmapped, { text: part.text, reason, candidates: [] }] }
}

const cutAnyway = (draft: Draft, { text }: Item, parts: readonly NewPart[]): Draft =>
  noted(
    parts.reduce(excludingAnyway, draft),
    `"${text}" lies outside the area, so excluding it changes nothing.`,
  )

const partOf = ({ text }: Item, choice: Chosen): NewPart => ({
  text,
  boundary: choice.sense.boundary,
  reason: choiceReason(text, choice),
})

const partsOf = ({ text }: Item, { region, members }: Group): readonly NewPart[] =>
  members.map((boundary) => ({ text, boundary, reason: `It is a member of "${text}" (${region.source}).` }))

/** Tells a corrected spelling, and a choice from the table of reviewed names. */
const withChoice = (draft: Draft, { text }: Item, choice: Chosen): Draft => {
  const { boundary, isCorrected } = choice.sense
  const corrected = isCorrected ? [`"${text}" is read as "${boundary.names.en ?? boundary.name}".`] : []
  const reviewed = choice.isReviewed ? [choiceReason(text, choice)] : []
  return [...corrected, ...reviewed].reduce(noted, draft)
}

const allOf = ({ text }: Item, { names, name }: BoundaryRecord): string =>
  `"${text}" is read as all of ${names.en ?? name}, including its units of other kinds.`

/** Refuses the whole description. */
export const refusedPlan = (unmapped: readonly Unmapped[]): Planned => ({ ok: false, unmapped, notes: [] })

const MAX_CANDIDATES = 5

/** A part contains the point if its boundary does and no exception removes it. */
const partContains = ({ boundary, except }: PlanPart, seedIds: ChoiceContext['seedIds']): boolean =>
  seedIds.has(boundary.id) && !except.some((each) => partContains(each, seedIds))
