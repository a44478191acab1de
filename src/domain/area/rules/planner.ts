/** Plans an area by rules: no model, no network, and the same answer every time. What it does not understand it refuses. */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { prominence } from '../../catalog/prominence.ts'
import type { Position } from '../../geometry/rings.ts'
import type { PlanPart, Unmapped } from '../plan.ts'
import type { AreaRequest, Planned, Planner } from '../ports.ts'
import { createClauseReader } from '../text/clauses.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { PlanBuilder } from './build.ts'
import { type Choice, choose, type Surroundings } from './choose.ts'
import { type Item, isUnderstood } from './item.ts'
import { areSiblings, Understanding } from './understand.ts'
import { vaguenessOf } from './vague.ts'

export interface RulePlannerOptions {
  readonly catalog: Pick<Catalog, 'find' | 'search' | 'reverse'>
  readonly vocabulary: Vocabulary
}

interface ReadClause {
  readonly role: 'include' | 'exclude'
  readonly items: readonly Item[]
}

export const createRulePlanner = ({ catalog, vocabulary }: RulePlannerOptions): Planner => {
  const readClauses = createClauseReader(vocabulary)
  return {
    plan: async (request) => {
      const read = readClauses(request.text)
      const phrases = read.reduce((sum, clause) => sum + clause.phrases.length, 0)
      if (phrases > MOST_PHRASES) return refused([{ text: request.text, reason: TOO_MANY, candidates: [] }])
      const understanding = new Understanding(catalog, vocabulary, request.country)
      const clauses: readonly ReadClause[] = await Promise.all(
        read.map(async (clause) => ({
          role: clause.role,
          items: await understanding.items(clause),
        })),
      )
      const seedIds = new Set(
        request.seed === null ? [] : (await catalog.reverse(request.seed)).map(({ id }) => id),
      )
      const unclear = clauses.flatMap(({ items }) => items.filter((item) => !isUnderstood(item)))
      if (unclear.length > 0)
        return refused(await Promise.all(unclear.map((item) => notFound(item, understanding))))
      const draft = new Draft(clauses, seedIds)
      return draft.finish(request)
    },
  }
}

/** More than any contract lists; each costs a few searches. */
const MOST_PHRASES = 100
const TOO_MANY = `The text has more than ${MOST_PHRASES} phrases. Describe the area in several calls, and unite the results.`

const refused = (unmapped: readonly Unmapped[]): Planned => ({ ok: false, unmapped, notes: [] })

const notFound = async ({ text }: Item, understanding: Understanding): Promise<Unmapped> => {
  const vague = vaguenessOf(text)
  const candidates = await understanding.similar(text)
  return {
    text: vague?.text ?? text,
    reason: vague?.reason ?? 'No boundary of this name is known here.',
    candidates,
  }
}

class Draft {
  readonly #builder = new PlanBuilder()
  readonly #unmapped: Unmapped[] = []
  readonly #notes: string[] = []
  readonly #seedIds: Surroundings['seedIds']
  readonly #cut: Surroundings['cut']

  constructor(clauses: readonly ReadClause[], seedIds: Surroundings['seedIds']) {
    this.#seedIds = seedIds
    this.#cut = clauses.flatMap(({ role, items }) => (role === 'exclude' ? items.map(mayMean) : []))
    for (const { role, items } of clauses) {
      const anchors = [...beyondDoubt(items), ...commonFamily(items)]
      if (role === 'include') for (const item of items) this.#include(item, anchors)
      else this.#exclude(items, anchors)
    }
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

  #include(item: Item, anchors: readonly BoundaryRecord[]): void {
    const { text, group } = item
    if (group !== null) {
      const reason = `A member of the group (${group.region.source}).`
      this.#builder.includeGroup(group.members.map((boundary) => ({ text, boundary, reason })))
      for (const boundary of group.except) {
        this.#builder.exclude({ text, boundary, reason: `Not part of the group (${group.region.source}).` })
      }
      return
    }
    const part = this.#chosen(item, { anchors, cut: this.#cut, inside: null })
    if (part !== null && this.#builder.include(part) === 'repeated')
      this.#notes.push(`"${text}" is named twice.`)
  }

  #exclude(items: readonly Item[], anchors: readonly BoundaryRecord[]): void {
    let hasCut = false
    for (const item of items) {
      if (this.#isCut(item, anchors)) hasCut = true
      // "Spain without the Canary Islands, Portugal": what lies elsewhere goes on with the list.
      else if (hasCut && item.group === null) this.#include(item, anchors)
      else this.#cutAnyway(item, anchors)
    }
  }

  #isCut(item: Item, anchors: readonly BoundaryRecord[]): boolean {
    const inside = this.#builder.included
    if (item.group !== null) {
      const reason = `A member of the group (${item.group.region.source}).`
      return (
        item.group.members.filter((boundary) => this.#builder.exclude({ text: item.text, boundary, reason }))
          .length > 0
      )
    }
    const choice = choose(item, { seedIds: this.#seedIds, inside, anchors, cut: [] })
    return choice.kind === 'one' && this.#builder.exclude(this.#partOf(item, choice))
  }

  #cutAnyway(item: Item, anchors: readonly BoundaryRecord[]): void {
    const parts =
      item.group === null
        ? [this.#chosen(item, { anchors, cut: [], inside: this.#builder.included })]
        : item.group.members.map((boundary) => ({
            text: item.text,
            boundary,
            reason: 'A member of the group.',
          }))
    for (const part of parts) if (part !== null) this.#builder.excludeAnyway(part)
    this.#notes.push(`"${item.text}" lies in nothing that is in: leaving it out changes nothing.`)
  }

  #chosen(item: Item, surroundings: Omit<Surroundings, 'seedIds'>): Omit<PlanPart, 'except'> | null {
    const choice = choose(item, { ...surroundings, seedIds: this.#seedIds })
    if (choice.kind === 'one') return this.#partOf(item, choice)
    this.#unmapped.push({
      text: item.text,
      reason: `${choice.senses.length} boundaries have this name. Say in which country or region, or give a point inside.`,
      candidates: choice.senses.map(({ boundary }) => boundary).slice(0, MOST_CANDIDATES),
    })
    return null
  }

  #partOf({ text }: Item, choice: Extract<Choice, { kind: 'one' }>): Omit<PlanPart, 'except'> {
    const { boundary, isCorrected, matchedName } = choice.sense
    if (isCorrected) this.#notes.push(`"${text}" is read as "${matchedName}".`)
    return { text, boundary, reason: reasonOf(choice) }
  }
}

const mayMean = ({ senses, group }: Item): readonly BoundaryRecord[] =>
  group?.members ?? senses.map(({ boundary }) => boundary)

const beyondDoubt = (items: readonly Item[]): readonly BoundaryRecord[] =>
  items.flatMap((item) => (item.group !== null || item.senses.length === 1 ? mayMean(item) : []))

/** A list is mostly of one sort: where every item may be a child of one parent at one level, all are. */
const commonFamily = (items: readonly Item[]): readonly BoundaryRecord[] => {
  if (items.length < 2) return []
  const [first, ...rest] = items.map(mayMean)
  const member = [...first]
    .sort((a, b) => prominence(b) - prominence(a))
    .find((candidate) => rest.every((others) => others.some((other) => areSiblings(candidate, other))))
  return member === undefined ? [] : [member]
}

const MOST_CANDIDATES = 5

const reasonOf = ({ sense, because }: Extract<Choice, { kind: 'one' }>): string =>
  `The ${sense.boundary.kind.replaceAll('_', ' ')} has the name "${sense.matchedName}", and ${because}.`

/** A part has the point when its boundary does and no exception takes it away. */
const contains = ({ boundary, except }: PlanPart, seedIds: Surroundings['seedIds']): boolean =>
  seedIds.has(boundary.id) && !except.some((each) => contains(each, seedIds))

const outside = ([lon, lat]: Position): string =>
  `The point that must be inside (lat ${lat}, lon ${lon}) lies outside of what the text says.`
