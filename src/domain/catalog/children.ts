/**
 * The direct subdivisions of a boundary: those of the requested level, or else of the next deeper level that has any. The
 * level differs from place to place (level 5 exists in four states of Germany), so the data decide. A boundary with the
 * parent's extent at another level is not its child. Three things complicate the next level:
 *
 * - Levels without a government of their own (statistical regions, historic provinces) are skipped if there are others.
 * - Territories are left out of a list that has other units, and named in a note: Puerto Rico is not a state.
 * - A level that covers less than half of the parent does not divide it. Units of deeper levels outside its units complete
 *   the list, level by level, until half is covered. In Portugal level 4 has the Azores and Madeira, level 6 the districts
 *   of the mainland. If half is never reached (islands in a wide sea, a half-mapped level), the list has only the next
 *   level.
 */

import { listed } from '../../util/join-words.ts'
import type { BoundaryRecord, BoundarySummary } from '../boundary/boundary.ts'
import type { BoundaryId } from '../boundary/id.ts'
import { foldName } from './fold.ts'
import type { LayerSource, LayerView } from './layers.ts'
import type { CountryFacts } from './ports.ts'
import { haveSameExtent } from './same-extent.ts'
import { coverageNotes } from './subdivision-coverage.ts'

export interface Children {
  /** Level of the children; if there are several, the one that covers most land; null if there are no children. */
  readonly adminLevel: number | null
  /** Ordered by name. */
  readonly children: readonly BoundarySummary[]
  /** Notes for the reader, one sentence each: levels that were skipped or combined, and gaps of the atlas. */
  readonly notes: readonly string[]
}

export const childrenOf = async (
  view: LayerView,
  facts: CountryFacts,
  parent: BoundaryRecord,
  adminLevel: number | null,
): Promise<Children> => {
  const below = new LevelsBelow(view, parent)
  const division =
    adminLevel === null
      ? await divisionOf(below, facts.levelsWithoutGovernment(parent.country))
      : await singleLevel(below, adminLevel)
  const children = division.tiers.flatMap((tier) => tier.children)
  const isFirst = adminLevel === null || adminLevel === (await below.next(parent.adminLevel))
  const coverage = isFirst && isAtlas(view, parent, children) ? facts.atlasCoverage(parent.iso) : null
  return {
    adminLevel: mainLevel(division.tiers),
    children: sortedByName(children),
    notes: [
      ...division.notes,
      ...(coverage === null ? [] : coverageNotes(coverage)),
      ...(children.length === 0 && division.notes.length === 0 && coverage === null ? [NONE_KNOWN] : []),
    ],
  }
}

/** Returns the levels below a boundary that any source has, the highest first; all units of one may be hidden. */
export const levelsBelow = (view: LayerView, parent: BoundaryRecord): Promise<readonly number[]> =>
  new LevelsBelow(view, parent).known()

const NONE_KNOWN = 'No subdivisions of this boundary are known.'

/** Units of one level. */
interface Tier {
  readonly adminLevel: number
  readonly children: readonly BoundarySummary[]
}

interface Division {
  /** The shallowest level first. */
  readonly tiers: readonly Tier[]
  readonly notes: readonly string[]
}

const singleLevel = async (below: LevelsBelow, adminLevel: number): Promise<Division> => {
  const children = await below.unitsOf(adminLevel)
  if (children.length > 0) return { tiers: [{ adminLevel, children }], notes: [] }
  const others = await below.all()
  return {
    tiers: [],
    notes:
      others.length === 0
        ? []
        : [`Nothing of level ${adminLevel} is known here. There is ${listed(others.map(ofLevel))}.`],
  }
}

const divisionOf = async (below: LevelsBelow, withoutGovernment: readonly number[]): Promise<Division> => {
  const passed: number[] = []
  const leftOut: Tier[] = []
  const tiers: Tier[] = []
  for (
    let level = await below.next(below.parent.adminLevel);
    level !== null;
    level = await below.next(level)
  ) {
    const units = await below.units(level)
    if (units.length === 0) continue
    if (withoutGovernment.includes(level)) {
      passed.push(level)
      continue
    }
    const territories = await territoriesBeside(below, { adminLevel: level, children: units })
    if (territories.length > 0) leftOut.push({ adminLevel: level, children: territories })
    const others = units.filter((unit) => !territories.includes(unit) && !isMainland(unit))
    const children = await below.outside(others, [...tiers, ...leftOut], level)
    if (children.length > 0) tiers.push({ adminLevel: level, children })
    if (coveredShare(tiers, below.parent) >= MIN_SHARE) break
  }
  const [only] = [...passed, ...leftOut.map(({ adminLevel }) => adminLevel)]
  if (tiers.length === 0) return only === undefined ? { tiers, notes: [] } : singleLevel(below, only)
  const used = coveredShare(tiers, below.parent) >= MIN_SHARE ? tiers : tiers.slice(0, 1)
  return {
    tiers: used,
    notes: [
      ...territoryNotes(leftOut.filter(({ adminLevel }) => adminLevel <= used[used.length - 1].adminLevel)),
      ...passedNotes(passed, used[0].adminLevel),
      ...togetherNotes(used, below.parent),
    ],
  }
}

/** A level that covers a smaller share is an exception in the parent, not its division. */
const MIN_SHARE = 0.5

/**
 * Returns the territories of a level that are listed with units of their country, of the same level or the next one. If
 * territories cover the whole country, as in the Kingdom of the Netherlands, they are its units.
 */
const territoriesBeside = async (below: LevelsBelow, tier: Tier): Promise<readonly BoundarySummary[]> => {
  const territories = tier.children.filter(isTerritory)
  const isAlone = tier.children.every((unit) => isTerritory(unit) || isMainland(unit))
  if (territories.length === 0 || !isAlone) return territories
  const deeper = await below.next(tier.adminLevel)
  if (deeper === null) return []
  const outside = await below.outside(await below.units(deeper), [{ ...tier, children: territories }], deeper)
  return outside.length > 0 ? territories : []
}

/** Réunion is also a region of France and thus an ordinary unit; Hong Kong is also a city, which is not a division. */
const isTerritory = ({ kind, alsoKinds = [] }: BoundarySummary): boolean =>
  kind === 'country' && alsoKinds.every((other) => other === 'city')

/** Metropolitan France has the code FX but is no division: the regions divide France. */
const isMainland = ({ kind, iso }: BoundarySummary): boolean =>
  kind !== 'country' && iso !== null && !iso.includes('-')

const coveredShare = (tiers: readonly Tier[], parent: BoundaryRecord): number =>
  tiers.reduce((sum, tier) => sum + landOf(tier), 0) / parent.areaKm2

const landOf = ({ children }: Tier): number => children.reduce((sum, { areaKm2 }) => sum + areaKm2, 0)

const mainLevel = (tiers: readonly Tier[]): number | null =>
  tiers.length === 0 ? null : tiers.reduce((a, b) => (landOf(b) > landOf(a) ? b : a)).adminLevel

/** Lists only levels above the list: nobody misses deeper ones. */
const passedNotes = (passed: readonly number[], shallowest: number): readonly string[] => {
  const above = passed.filter((level) => level < shallowest)
  if (above.length === 0) return []
  return [
    `The list skips ${listed(above.map(ofLevel))}, which ${above.length === 1 ? 'has no government of its' : 'have no government of their'} own; set admin_level to list ${above.length === 1 ? 'it' : 'them'}.`,
  ]
}

const territoryNotes = (leftOut: readonly Tier[]): readonly string[] => {
  const territories = sortedByName(leftOut.flatMap(({ children }) => children))
  if (territories.length === 0) return []
  const named = territories.slice(0, MAX_NAMED).map(({ name, id }) => `${name} (${id})`)
  const more = territories.length - named.length
  return [
    `The list leaves out ${territories.length} ${territories.length === 1 ? 'territory' : 'territories'}: ${listed(more === 0 ? named : [...named, `${more} more`])}. ${territories.length === 1 ? 'It' : 'Each'} is a boundary of its own.`,
  ]
}

const MAX_NAMED = 10

const togetherNotes = (tiers: readonly Tier[], parent: BoundaryRecord): readonly string[] => {
  const [first, ...deeper] = tiers
  if (deeper.length === 0) return []
  const percent = Math.round(100 * coveredShare([first], parent))
  const groups = [
    `its ${childCount(first.children.length, 'unit')}`,
    ...deeper.map(({ adminLevel, children }) => `the ${children.length} of level ${adminLevel}`),
  ]
  return [
    `Level ${first.adminLevel} covers ${percent < 1 ? 'less than 1' : `only ${percent}`} % of this boundary: the list has ${listed(groups)} outside ${first.children.length === 1 ? 'it' : 'them'}.`,
  ]
}

const ofLevel = (level: number): string => `level ${level}`
const childCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** True for a list from the atlas. An empty list counts as one, unless a source above the atlas covers the country. */
const isAtlas = (view: LayerView, parent: BoundaryRecord, children: readonly BoundarySummary[]): boolean =>
  children.length === 0
    ? parent.origin === 'atlas' && !view.isCovered(view.sources.length, parent.country)
    : children.some(({ origin }) => origin === 'atlas')

/** Reads the units below a boundary, level by level. */
class LevelsBelow {
  readonly parent: BoundaryRecord
  readonly #view: LayerView
  readonly #ids: readonly BoundaryId[]
  #isDividedByKnown: Promise<boolean> | null = null

  constructor(view: LayerView, parent: BoundaryRecord) {
    this.parent = parent
    this.#view = view
    this.#ids = view.idsOf(parent.id)
  }

  /** Returns the next level that any source has; its units may be hidden. Postcode areas have no levels below them. */
  async next(above: number | null): Promise<number | null> {
    if (above === null) return null
    const levels = await Promise.all(this.#view.sources.map((source) => source.nextLevel(this.#ids, above)))
    const known = levels.filter((level) => level !== null)
    return known.length === 0 ? null : Math.min(...known)
  }

  /** Returns the levels that any source has. */
  async known(): Promise<readonly number[]> {
    const levels: number[] = []
    for (let level = await this.next(this.parent.adminLevel); level !== null; level = await this.next(level))
      levels.push(level)
    return levels
  }

  /** Returns the levels that have units. */
  async all(): Promise<readonly number[]> {
    const levels: number[] = []
    for (const level of await this.known()) if ((await this.units(level)).length > 0) levels.push(level)
    return levels
  }

  /** Returns the units of a level for the division of the parent. */
  async units(adminLevel: number): Promise<readonly BoundarySummary[]> {
    this.#isDividedByKnown ??= this.#hasKnown((source) =>
      source.nextLevel(this.#ids, this.parent.adminLevel ?? 0).then((level) => level !== null),
    )
    return this.#units(adminLevel, await this.#isDividedByKnown)
  }

  /** Returns the units of a level that was asked for. */
  async unitsOf(adminLevel: number): Promise<readonly BoundarySummary[]> {
    const hasKnown = await this.#hasKnown(
      async (source) => (await source.nextLevel(this.#ids, adminLevel - 1)) === adminLevel,
    )
    return this.#units(adminLevel, hasKnown)
  }

  /** Nothing that anyone may have drawn divides a boundary, or is one of its units, where the atlas knows them. */
  async #units(adminLevel: number, hasKnown: boolean): Promise<readonly BoundarySummary[]> {
    const found = await this.#unitsIn(this.#ids, adminLevel)
    return found.filter(
      (unit) => !haveSameExtent(unit, this.parent) && !(hasKnown && this.#view.isUnconfirmed(unit)),
    )
  }

  /** True if the atlas has some. */
  async #hasKnown(has: (source: LayerSource) => Promise<boolean>): Promise<boolean> {
    const known = this.#view.sources.filter(({ origin }) => origin === 'atlas')
    return (await Promise.all(known.map(has))).includes(true)
  }

  /** Returns the units that are in none of the tiers' units. */
  async outside(
    units: readonly BoundarySummary[],
    tiers: readonly Tier[],
    adminLevel: number,
  ): Promise<readonly BoundarySummary[]> {
    if (tiers.length === 0) return units
    const covered = tiers.flatMap(({ children }) => children.flatMap(({ id }) => this.#view.idsOf(id)))
    const inside = new Set((await this.#unitsIn(covered, adminLevel)).map(({ id }) => id))
    return units.filter(({ id }) => !inside.has(id))
  }

  async #unitsIn(ids: readonly BoundaryId[], adminLevel: number): Promise<readonly BoundarySummary[]> {
    const found = await Promise.all(
      this.#view.sources.map(async (source, layer) =>
        this.#view.visible(layer, await source.children(ids, adminLevel)),
      ),
    )
    return found.flat()
  }
}

const sortedByName = (children: readonly BoundarySummary[]): readonly BoundarySummary[] =>
  children
    .map((child) => ({ child, folded: foldName(child.name) }))
    .sort((a, b) => compare(a.folded, b.folded) || compare(a.child.id, b.child.id))
    .map(({ child }) => child)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
