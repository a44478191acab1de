/** The plan while it is made: each phrase becomes the boundary that is meant, in the order of the text, or stays open. */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import { prominence } from '../../catalog/prominence.ts'
import type { Position } from '../../geometry/rings.ts'
import { liesIn, type PlanPart, type Unmapped } from '../plan.ts'
import type { AreaRequest, Planned } from '../ports.ts'
import { PlanBuilder } from './build.ts'
import { type Choice, choose, DECISIVE_STEPS, type Surroundings } from './choose.ts'
import { areSiblings, type Group, type Item, mayMean, type ReadClause } from './item.ts'

type NewPart = Omit<PlanPart, 'except'>

export class Draft {
  readonly #builder = new PlanBuilder()
  readonly #unmapped: Unmapped[] = []
  readonly #notes: string[] = []
  readonly #seedIds: Surroundings['seedIds']
  readonly #cut: Surroundings['cut']
  /** What the last clauses let in, and left out. */
  #lastIn: readonly BoundaryRecord[] = []
  #lastOut: readonly BoundaryRecord[] = []

  constructor(clauses: readonly ReadClause[], seedIds: Surroundings['seedIds']) {
    this.#seedIds = seedIds
    this.#cut = clauses.flatMap(({ role, items }) => (role === 'exclude' ? items.map(mayMean) : []))
    for (const clause of clauses) this.#add(clause)
  }

  finish({ text, seed }: AreaRequest): Planned {
    const parts = this.#builder.parts
    if (this.#unmapped.length > 0) return refused(this.#unmapped)
    if (parts.length === 0) return refused([{ text, reason: 'The text names no place.', candidates: [] }])
    if (seed !== null && !parts.some((part) => contains(part, this.#seedIds))) {
      return refused([{ text, reason: outside(seed), candidates: [] }])
    }
    return { ok: true, plan: { parts, notes: this.#notes }, planner: 'rules' }
  }

  #add({ role, from, items }: ReadClause): void {
    const anchors = [...beyondDoubt(items), ...commonFamily(items)]
    if (role === 'include') {
      const before = this.#builder.included.length
      // "North and South Carolina, plus Georgia".
      const beside = [...anchors, ...this.#builder.included]
      for (const item of items) this.#include(item, beside)
      this.#lastIn = this.#builder.included.slice(before)
    } else if (from === 'exceptions' && items.some((item) => this.#isException(item))) {
      for (const item of items) this.#include(item, anchors, this.#lastOut)
    } else {
      this.#lastOut = this.#exclude(items, anchors).flatMap(mayMean)
    }
  }

  /** "Except Brittany except Finistère": Finistère is in. */
  #isException(item: Item): boolean {
    return mayMean(item).some((each) => this.#lastOut.some(({ id }) => id !== each.id && liesIn(each, id)))
  }

  #include(item: Item, anchors: readonly BoundaryRecord[], cutFrom: readonly BoundaryRecord[] = []): void {
    const { text, group } = item
    if (group !== null) {
      this.#builder.includeGroup(partsOf(item, group))
      for (const boundary of group.except) {
        this.#builder.exclude({ text, boundary, reason: `Not part of the group (${group.region.source}).` })
      }
      return
    }
    const part = this.#chosen(item, {
      anchors,
      cut: this.#cut,
      cutFrom: [cutFrom],
      leftOut: this.#builder.excluded,
    })
    if (part !== null && this.#builder.include(part) === 'repeated')
      this.#notes.push(`"${text}" is named twice.`)
  }

  /** Those that were cut out. */
  #exclude(items: readonly Item[], anchors: readonly BoundaryRecord[]): readonly Item[] {
    const cut: Item[] = []
    const isGoingOn = items[0].after !== 'break' && this.#lastOut.length > 0
    for (const item of items) {
      if (this.#isCut(item, anchors)) cut.push(item)
      // "Spain without the Canary Islands, Portugal": what lies elsewhere goes on with the list.
      else if ((isGoingOn || cut.length > 0) && item.group === null) {
        this.#include(item, anchors)
        this.#lastIn = this.#builder.included.slice(-1)
      } else this.#cutAnyway(item, anchors)
    }
    return cut
  }

  #isCut(item: Item, anchors: readonly BoundaryRecord[]): boolean {
    if (item.group !== null) return partsOf(item, item.group).filter((part) => this.#cutOut(part)).length > 0
    const choice = choose(item, { seedIds: NO_SEED, cutFrom: this.#cutFrom, anchors, cut: [], leftOut: [] })
    return choice.kind === 'one' && this.#cutOut(this.#partOf(item, choice))
  }

  #cutOut(part: NewPart): boolean {
    const result = this.#builder.exclude(part)
    if (result === 'emptied') this.#unmapped.push({ text: part.text, reason: EMPTIES, candidates: [] })
    return result !== 'outside'
  }

  #cutAnyway(item: Item, anchors: readonly BoundaryRecord[]): void {
    const surroundings = { anchors, cut: [], cutFrom: this.#cutFrom, leftOut: [] }
    const parts = item.group === null ? [this.#chosen(item, surroundings)] : partsOf(item, item.group)
    for (const part of parts) if (part !== null) this.#builder.excludeAnyway(part)
    this.#notes.push(`"${item.text}" lies in nothing that is in: leaving it out changes nothing.`)
  }

  get #cutFrom(): Surroundings['cutFrom'] {
    return [this.#lastIn, this.#builder.included]
  }

  #chosen(item: Item, surroundings: Omit<Surroundings, 'seedIds'>): NewPart | null {
    const choice = choose(item, { ...surroundings, seedIds: this.#seedIds })
    if (choice.kind === 'one') return this.#partOf(item, choice)
    this.#unmapped.push({
      text: item.text,
      reason: `${choice.senses.length} boundaries have this name. Say in which country or region, or give a point inside.`,
      candidates: choice.senses.map(({ boundary }) => boundary).slice(0, MOST_CANDIDATES),
    })
    return null
  }

  #partOf({ text }: Item, choice: Extract<Choice, { kind: 'one' }>): NewPart {
    const { boundary, isCorrected, matchedName } = choice.sense
    if (isCorrected) this.#notes.push(`"${text}" is read as "${matchedName}".`)
    return { text, boundary, reason: reasonOf(choice) }
  }
}

/** Nothing but unmapped phrases: the whole description is refused. */
export const refused = (unmapped: readonly Unmapped[]): Planned => ({ ok: false, unmapped, notes: [] })

const EMPTIES = 'Leaving it out leaves nothing of the area.'

/** The point says what is in, and nothing of what is left out. */
const NO_SEED: Surroundings['seedIds'] = new Set()

const partsOf = ({ text }: Item, { region, members }: Group): readonly NewPart[] =>
  members.map((boundary) => ({ text, boundary, reason: `A member of the group (${region.source}).` }))

const beyondDoubt = (items: readonly Item[]): readonly BoundaryRecord[] =>
  items.flatMap((item) => (item.group !== null || item.senses.length === 1 ? mayMean(item) : []))

/**
 * A list is mostly of one sort: where every item may be a child of one parent at one level, all are. Not where two parents have
 * such children: a Franklin County and a Madison County are in many states.
 */
const commonFamily = (items: readonly Item[]): readonly BoundaryRecord[] => {
  if (items.length < 2) return []
  const [first, ...rest] = items.map(mayMean)
  const [member, next] = first
    .filter((candidate) => rest.every((others) => others.some((other) => areSiblings(candidate, other))))
    .sort((a, b) => prominence(b) - prominence(a))
  if (member === undefined) return []
  const isDecided = next === undefined || prominence(member) - prominence(next) >= DECISIVE_STEPS
  return isDecided ? [member] : []
}

const MOST_CANDIDATES = 5

const reasonOf = ({ sense, because }: Extract<Choice, { kind: 'one' }>): string =>
  `The ${sense.boundary.kind.replaceAll('_', ' ')} has the name "${sense.matchedName}", and ${because}.`

/** A part has the point when its boundary does and no exception takes it away. */
const contains = ({ boundary, except }: PlanPart, seedIds: Surroundings['seedIds']): boolean =>
  seedIds.has(boundary.id) && !except.some((each) => contains(each, seedIds))

const outside = ([lon, lat]: Position): string =>
  `The point that must be inside (lat ${lat}, lon ${lon}) lies outside of what the text says.`
