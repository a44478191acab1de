/** A plan in progress: phrases are resolved to boundaries in the order of the text, or stay ambiguous. */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import { isClaimedBy } from '../claimed-land.ts'
import { liesIn, type PlanPart, type Unmapped } from '../plan.ts'
import type { AreaRequest, Planned, PlanningCatalog } from '../ports.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { beyondDoubt, commonFamily } from './anchors.ts'
import { PlanBuilder } from './build.ts'
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
import type { Statement } from './scopes.ts'
import type { Sense } from './sense.ts'
import { unsettledNote } from './unsettled.ts'

type NewPart = Omit<PlanPart, 'except'>

export interface DraftOptions {
  readonly catalog: Pick<PlanningCatalog, 'reverse'>
  readonly cities: Cities
  readonly verdicts: Vocabulary['verdicts']
  readonly territories: Vocabulary['territories']
  /** Ids of the boundaries that contain the seed point. */
  readonly seedIds: ChoiceContext['seedIds']
}

export class PlanDraft {
  readonly #builder = new PlanBuilder()
  readonly #unmapped: Unmapped[] = []
  readonly #notes: string[] = []
  readonly #options: DraftOptions
  readonly #inner: ChoiceContext['inner']
  /** Boundaries that are certainly included, wherever the text names them. */
  readonly #anchors: readonly BoundaryRecord[]
  /** Anchors whose phrases give neither a level nor a containing place. */
  readonly #bare: readonly BoundaryRecord[]
  /** What each included item probably means. */
  readonly #likely: ReadonlyMap<Item, readonly BoundaryRecord[]>
  /** What the last statements included and excluded. */
  #lastIn: readonly BoundaryRecord[] = []
  #lastOut: readonly Item[] = []

  private constructor(statements: readonly Statement[], options: DraftOptions) {
    this.#options = options
    const included = statements.flatMap(({ as, items }) => (as === 'in' ? items : []))
    this.#anchors = beyondDoubt(included)
    this.#bare = beyondDoubt(included.filter(({ isNarrowed }) => !isNarrowed))
    this.#inner = statements.flatMap(({ as, isDetail, items }) =>
      as !== 'in' || isDetail ? items.map(mayMean) : [],
    )
    this.#likely = new Map(included.map((item) => [item, this.#meantBy(item)] as const))
  }

  static async of(statements: readonly Statement[], options: DraftOptions): Promise<PlanDraft> {
    const draft = new PlanDraft(statements, options)
    for (const statement of statements) await draft.#add(statement)
    return draft
  }

  finish({ text, seed }: AreaRequest): Planned {
    const parts = this.#builder.parts
    if (this.#unmapped.length > 0) return refusedPlan(this.#unmapped)
    if (parts.length === 0) return refusedPlan([{ text, reason: NO_PLACE, candidates: [] }])
    if (seed !== null && !parts.some((part) => partContains(part, this.#options.seedIds))) {
      return refusedPlan([{ text, reason: outsideSentence(seed), candidates: [] }])
    }
    return { ok: true, plan: { parts, notes: this.#notes }, planner: 'rules' }
  }

  async #add({ as, isAdded, items }: Statement): Promise<void> {
    const anchors = [...beyondDoubt(items), ...commonFamily(items)]
    if (as === 'in') {
      const before = this.#builder.included.length
      // "North and South Carolina, plus Georgia".
      const beside = [...anchors, ...this.#builder.included, ...this.#anchors]
      // What the others probably are, before or behind it: the order of a list says nothing.
      const others = (item: Item) =>
        [...this.#likely].flatMap(([each, boundaries]) => (each === item ? [] : boundaries))
      for (const item of items)
        await this.#include(item, [...beside, ...others(item)], [...anchors, ...this.#bare])
      const added = this.#builder.included.slice(before)
      this.#lastIn = isAdded ? [...this.#lastIn, ...added] : added
    } else if (as === 'back') {
      for (const item of items) await this.#bringBack(item, anchors)
    } else {
      for (const item of items) await this.#cutItem(item, anchors)
      this.#lastOut = items
    }
  }

  /** "Except Brittany except Finistère", "except the Nordic countries other than Sweden": Finistère and Sweden are included. */
  async #bringBack(item: Item, anchors: readonly BoundaryRecord[]): Promise<void> {
    const members = this.#lastOut.flatMap(({ group }) => group?.members ?? [])
    const named = this.#lastOut.flatMap((each) => (each.group === null ? mayMean(each) : []))
    const isOneOf = (these: readonly BoundaryRecord[]): boolean =>
      mayMean(item).some(({ id }) => these.some((each) => each.id === id))
    // "Not in Italy, except Tuscany" says that only Tuscany is in, or that nothing is.
    if (members.length === 0 && !named.some((each) => this.#isIn(each)))
      this.#refuse(item, CUT_FROM_NOTHING, [])
    // "Without Maine and Vermont, save Maine": left out by its own name, not in a group.
    else if (isOneOf(named)) this.#refuse(item, OUT_OR_BACK, item.senses)
    else if (!isOneOf(members) || !mayMean(item).every(({ id }) => this.#builder.endException(id)))
      await this.#include(item, anchors, anchors, [...named, ...members])
  }

  /** What the item means beside what is beyond doubt, if that is one place. */
  #meantBy(item: Item): readonly BoundaryRecord[] {
    const { verdicts, seedIds } = this.#options
    if (item.group !== null) return []
    const surroundings = {
      anchors: this.#anchors,
      listed: this.#bare,
      inner: this.#inner,
      cutFrom: [],
      excluded: [],
      seedIds,
    }
    const choice = choose(item, surroundings, verdicts)
    return choice.kind === 'one' ? [choice.sense.boundary] : []
  }

  async #include(
    item: Item,
    anchors: readonly BoundaryRecord[],
    listed: readonly BoundaryRecord[],
    cutFrom: readonly BoundaryRecord[] = [],
  ): Promise<void> {
    const { text, group } = item
    if (group !== null) {
      const note = unsettledNote(text, group, this.#options.territories)
      if (note !== null) this.#notes.push(note)
      this.#builder.includeGroup(groupParts(item, group))
      for (const boundary of group.except) {
        this.#builder.exclude({ text, boundary, reason: `Not part of the group (${group.region.source}).` })
      }
      return
    }
    const part = await this.#chosen(item, {
      anchors,
      listed,
      inner: this.#inner,
      cutFrom: [cutFrom],
      excluded: this.#builder.excluded,
    })
    if (part !== null && this.#builder.include(part) === 'repeated')
      this.#notes.push(`"${text}" is named twice.`)
  }

  #isIn(boundary: BoundaryRecord): boolean {
    return this.#builder.included.some(({ id }) => liesIn(boundary, id))
  }

  async #cutItem(item: Item, anchors: readonly BoundaryRecord[]): Promise<void> {
    if (item.group !== null) {
      const { addedOnly, remainder } = item.group.region
      if (addedOnly !== null) return this.#refuse(item, addedOnly, [])
      if (remainder !== null) this.#notes.push(remainder)
      const changes = groupParts(item, item.group).filter((part) => this.#cutOut(part))
      if (changes.length === 0) this.#cutAnyway(item, groupParts(item, item.group))
      return
    }
    const surroundings = {
      seedIds: NO_SEED,
      cutFrom: this.#cutFrom,
      anchors,
      listed: [],
      inner: [],
      excluded: [],
    }
    const choice = choose(item, surroundings, this.#options.verdicts)
    if (choice.kind === 'open') return void this.#leaveOpen(item, choice)
    const { boundary } = choice.sense
    // "Belgium and the Netherlands, but not Luxembourg": the country as well as the Belgian province.
    if (!choice.isReviewed && this.#mayBeBeside(item, boundary))
      return this.#refuse(item, IN_OR_BESIDE, item.senses)
    const part = this.#partOf(item, choice)
    const { included } = this.#builder
    const isApart = !this.#isIn(boundary) && !included.some((each) => liesIn(each, boundary.id))
    if (isApart && (await isClaimedBy(boundary, included, this.#options.catalog))) {
      this.#builder.excludeAnyway(part)
    } else if (isApart) {
      const fault = await this.#options.cities.meantElsewhere(item, choice.sense, included)
      const isChosen = item.senses.length > 1 && !choice.isReviewed
      if (fault !== null || isChosen) this.#refuse(item, fault ?? LIES_OUTSIDE, item.senses)
      else this.#cutAnyway(item, [part])
    } else {
      await this.#cutInside(item, choice, part)
    }
  }

  /** Whether it may be a country beside several that are in, and not the part of one of them. */
  #mayBeBeside({ senses, isNarrowed, level }: Item, boundary: BoundaryRecord): boolean {
    const countries = this.#builder.included.filter(({ kind }) => kind === 'country')
    const isElsewhere = ({ boundary: { kind }, isOwn }: Sense): boolean => kind === 'country' && isOwn
    return (
      countries.length > 1 &&
      boundary.kind !== 'country' &&
      !isNarrowed &&
      level === null &&
      senses.some((sense) => isElsewhere(sense) && !this.#isIn(sense.boundary))
    )
  }

  async #cutInside(item: Item, choice: Extract<Choice, { kind: 'one' }>, part: NewPart): Promise<void> {
    const { included } = this.#builder
    const fault = choice.isReviewed ? null : await this.#cityCutFrom(item, choice.sense, included)
    if (fault === null) this.#cutOut(part)
    else this.#refuse(item, fault, [choice.sense])
  }

  /** "Leinster except Dublin" excludes the county, because Leinster is divided into counties. */
  #cityCutFrom(item: Item, sense: Sense, outer: readonly BoundaryRecord[]): Promise<PhraseFault | null> {
    const isPartOfIt = outer.some(({ id }) => sense.boundary.parents.at(-1)?.id === id)
    const peers = isPartOfIt && sense.isOwn ? [sense.boundary] : []
    return this.#options.cities.meant(item, sense, peers, outer)
  }

  #cutOut(part: NewPart): boolean {
    const result = this.#builder.exclude(part)
    const fault = { emptied: EMPTIES, contradicted: CONTRADICTS, cut: null, outside: null }[result]
    if (fault !== null) this.#unmapped.push({ text: part.text, reason: fault, candidates: [] })
    return result !== 'outside'
  }

  #cutAnyway({ text }: Item, parts: readonly NewPart[]): void {
    for (const part of parts) this.#builder.excludeAnyway(part)
    this.#notes.push(`"${text}" lies outside the area, so excluding it changes nothing.`)
  }

  get #cutFrom(): ChoiceContext['cutFrom'] {
    return [this.#lastIn, this.#builder.included]
  }

  async #chosen(item: Item, surroundings: Omit<ChoiceContext, 'seedIds'>): Promise<NewPart | null> {
    const { cities, verdicts, seedIds } = this.#options
    const choice = choose(item, { ...surroundings, seedIds }, verdicts)
    if (choice.kind === 'open') return this.#leaveOpen(item, choice)
    const { boundary } = choice.sense
    const isSure = choice.isReviewed || seedIds.has(boundary.id)
    const peers = isSure ? [] : await this.#peers(boundary, surroundings.anchors)
    const isBack = this.#builder.excluded.some(({ id }) => liesIn(boundary, id))
    const fault = isSure
      ? null
      : isBack
        ? await this.#cityCutFrom(item, choice.sense, this.#builder.excluded)
        : await cities.meant(item, choice.sense, peers, null)
    if (fault !== null) {
      this.#refuse(item, fault, [choice.sense])
      return null
    }
    if (boundary.kind === 'country' && item.every?.partialIn.has(boundary.country ?? '') === true)
      this.#notes.push(
        `"${item.text}" is read as all of ${boundary.names.en ?? boundary.name}, including its units of other kinds.`,
      )
    return this.#partOf(item, choice)
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

  #leaveOpen(item: Item, { senses, verdict }: Extract<Choice, { kind: 'open' }>): null {
    const namesakes =
      senses.length === 1 ? 'Other places have this name, too' : `${senses.length} boundaries have this name`
    const reason = `${namesakes}. Add the country or region, or give a point inside.`
    this.#refuse(item, verdict === null ? reason : `${reason} ${verdict}`, senses)
    return null
  }

  #refuse({ text }: Item, fault: PhraseFault, senses: readonly Sense[]): void {
    const candidates = senses.map(({ boundary }) => boundary).slice(0, MAX_CANDIDATES)
    this.#unmapped.push(unmapped(text, fault, candidates))
  }

  #partOf({ text }: Item, choice: Extract<Choice, { kind: 'one' }>): NewPart {
    const { boundary, isCorrected } = choice.sense
    if (isCorrected) this.#notes.push(`"${text}" is read as "${boundary.names.en ?? boundary.name}".`)
    if (choice.isReviewed) this.#notes.push(choiceReason(text, choice))
    return { text, boundary, reason: choiceReason(text, choice) }
  }
}

/** Refuses the whole description. */
export const refusedPlan = (unmapped: readonly Unmapped[]): Planned => ({ ok: false, unmapped, notes: [] })

/** The seed point decides what is included, not what is excluded. */
const NO_SEED: ChoiceContext['seedIds'] = new Set()

const groupParts = ({ text }: Item, { region, members }: Group): readonly NewPart[] =>
  members.map((boundary) => ({ text, boundary, reason: `It is a member of "${text}" (${region.source}).` }))

const MAX_CANDIDATES = 5

/** A part contains the point if its boundary does and no exception removes it. */
const partContains = ({ boundary, except }: PlanPart, seedIds: ChoiceContext['seedIds']): boolean =>
  seedIds.has(boundary.id) && !except.some((each) => partContains(each, seedIds))
