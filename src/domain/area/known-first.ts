/**
 * Plans with known boundaries first, so that no object that a stranger draws and has fetched changes what a description means.
 * The others have their turn when that is refused: the operator's imports always, fetched objects only for phrases whose place
 * is missing here.
 */
import { SERVICE } from '../../util/work-owner.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { foldName, wordsOf } from '../catalog/fold.ts'
import { isAsSureAs, type Standing } from '../catalog/standing.ts'
import type { CatalogFor, Planned, Planner, PlanningCatalog } from './ports.ts'
import type { PlanValidator } from './validation/validate-plan.ts'

export type KnownFirstCatalog = PlanningCatalog & Pick<Catalog, 'standings' | 'has'>

export interface KnownFirstOptions {
  readonly catalogFor: CatalogFor<KnownFirstCatalog>
  /** Called with catalogs that leave boundaries out. */
  readonly plannerOver: (catalogFor: CatalogFor) => Planner
}

/**
 * Returns the plan of the first turn that has one. The refusal is that of the last turn that misses nothing, or else one that no
 * fetched object has changed.
 */
export const createKnownFirstPlanner = ({ catalogFor, plannerOver }: KnownFirstOptions): Planner => {
  const confirmed = plannerOver(leaving(catalogFor, 'confirmed'))
  const imported = plannerOver(leaving(catalogFor, 'imported'))
  return {
    plan: async (request, options) => {
      const first = await confirmed.plan(request, options)
      if (first.ok) return first
      const catalog = catalogFor(options?.owner ?? SERVICE)
      const known = (await catalog.has('imported')) ? await imported.plan(request, options) : first
      const missing = missingIn(known)
      if (missing.length === 0 || !(await catalog.has('fetched'))) return known
      const last = await plannerOver(leaving(catalogFor, 'imported', missing)).plan(request, options)
      return missingIn(last).length === 0 ? last : known
    },
  }
}

/** The phrases whose place is missing here; none for a plan. */
export const missingIn = (planned: Planned): readonly string[] =>
  planned.ok ? [] : planned.unmapped.filter(({ isMissingHere }) => isMissingHere).map(({ text }) => text)

export interface KnownFirstValidation {
  readonly catalogFor: CatalogFor<KnownFirstCatalog>
  readonly validatorOver: (catalogFor: CatalogFor) => PlanValidator
}

/** A plan is valid if it is valid among known boundaries, or else among those that have their turn. */
export const createKnownFirstValidator = ({
  catalogFor,
  validatorOver,
}: KnownFirstValidation): PlanValidator => {
  const confirmed = validatorOver(leaving(catalogFor, 'confirmed'))
  return async (request, plan, owner) => {
    const breaches = await confirmed(request, plan, owner)
    if (breaches.length === 0) return breaches
    const catalog = catalogFor(owner)
    const among: CatalogFor[] = []
    if (await catalog.has('imported')) among.push(leaving(catalogFor, 'imported'))
    if (await catalog.has('fetched')) {
      const unknown = breaches.map(({ text }) => text)
      among.push(leaving(catalogFor, 'imported', unknown))
    }
    for (const each of among) {
      const others = await validatorOver(each)(request, plan, owner)
      if (others.length === 0) return others
    }
    return breaches
  }
}

/** The catalog with boundaries of this standing or better, and with any for names that are words of the missing phrases. */
const leaving = (
  catalogFor: CatalogFor<KnownFirstCatalog>,
  least: Exclude<Standing, 'fetched'>,
  missing: readonly string[] = [],
): CatalogFor => {
  const words = missing.flatMap((phrase) => wordsOf(foldName(phrase)))
  const isMissing = (text: string): boolean =>
    words.length > 0 &&
    wordsOf(foldName(text)).every((word) => words.some((each) => isInflectedAlike(word, each)))
  return (owner) => leavingIn(catalogFor(owner), least, isMissing)
}

const leavingIn = (
  catalog: KnownFirstCatalog,
  least: Exclude<Standing, 'fetched'>,
  isMissing: (text: string) => boolean,
): PlanningCatalog => ({
  find: (reference) => catalog.find(reference),
  records: (ids) => catalog.records(ids),
  reverse: (point) => catalog.reverse(point),
  search: (question) => catalog.search({ ...question, least: isMissing(question.text) ? 'fetched' : least }),
  children: async (parent, adminLevel) => {
    const known = await catalog.children(parent, adminLevel)
    const standings = await catalog.standings(known.children)
    return { ...known, children: known.children.filter((_, at) => isAsSureAs(standings[at], least)) }
  },
})

/** A name is looked up in its base form: "Prahy" as "Praha". */
const isInflectedAlike = (a: string, b: string): boolean =>
  a === b || (a.length >= STEM_LENGTH && a.slice(0, STEM_LENGTH) === b.slice(0, STEM_LENGTH))

const STEM_LENGTH = 4
