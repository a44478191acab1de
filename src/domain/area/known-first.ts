/**
 * Plans with known boundaries first, so that no object that a stranger draws and has fetched changes what a description means.
 * The others have their turn when that is refused: the operator's imports always, fetched objects only for phrases whose place
 * is missing here.
 */
import type { Catalog } from '../catalog/catalog.ts'
import { foldName, wordsOf } from '../catalog/fold.ts'
import { isAsSureAs, type Standing } from '../catalog/standing.ts'
import type { AreaPlan } from './plan.ts'
import type { AreaRequest, Planned, Planner, PlanningCatalog } from './ports.ts'
import type { PlanValidator } from './validation/validate-plan.ts'

export type KnownFirstCatalog = PlanningCatalog & Pick<Catalog, 'standings' | 'has'>

export interface KnownFirstOptions {
  readonly catalog: KnownFirstCatalog
  /** Called with a catalog that leaves boundaries out. */
  readonly plannerOver: (catalog: PlanningCatalog) => Planner
}

/**
 * Returns the plan of the first turn that has one. The refusal is that of the last turn that misses nothing, or else one that no
 * fetched object has changed.
 */
export const createKnownFirstPlanner = ({ catalog, plannerOver }: KnownFirstOptions): Planner => {
  const confirmed = plannerOver(leaving(catalog, 'confirmed'))
  const imported = plannerOver(leaving(catalog, 'imported'))
  return {
    plan: async (request, options) => {
      const first = await confirmed.plan(request, options)
      if (first.ok) return first
      const known = (await catalog.has('imported')) ? await imported.plan(request, options) : first
      const missing = missingIn(known)
      if (missing.length === 0 || !(await catalog.has('fetched'))) return known
      const last = await plannerOver(leaving(catalog, 'imported', missing)).plan(request, options)
      return missingIn(last).length === 0 ? last : known
    },
  }
}

/** The phrases whose place is missing here; none for a plan. */
export const missingIn = (planned: Planned): readonly string[] =>
  planned.ok ? [] : planned.unmapped.filter(({ isMissingHere }) => isMissingHere).map(({ text }) => text)

export interface KnownFirstValidation {
  readonly catalog: KnownFirstCatalog
  readonly validatorOver: (catalog: PlanningCatalog) => PlanValidator
}

/** A plan is valid if it is valid among known boundaries, or else among those that have their turn. */
export const createKnownFirstValidator = ({
  catalog,
  validatorOver,
}: KnownFirstValidation): PlanValidator => {
  const confirmed = validatorOver(leaving(catalog, 'confirmed'))
  return async (request: AreaRequest, plan: AreaPlan) => {
    const breaches = await confirmed(request, plan)
    if (breaches.length === 0) return breaches
    const among: PlanningCatalog[] = []
    if (await catalog.has('imported')) among.push(leaving(catalog, 'imported'))
    if (await catalog.has('fetched')) {
      const unknown = breaches.map(({ text }) => text)
      among.push(leaving(catalog, 'imported', unknown))
    }
    for (const each of among) {
      const others = await validatorOver(each)(request, plan)
      if (others.length === 0) return others
    }
    return breaches
  }
}

/** The catalog with boundaries of this standing or better, and with any for names that are words of the missing phrases. */
const leaving = (
  catalog: KnownFirstCatalog,
  least: Exclude<Standing, 'fetched'>,
  missing: readonly string[] = [],
): PlanningCatalog => {
  const words = missing.flatMap((phrase) => wordsOf(foldName(phrase)))
  const isMissing = (text: string): boolean =>
    words.length > 0 &&
    wordsOf(foldName(text)).every((word) => words.some((each) => isInflectedAlike(word, each)))
  return {
    find: (reference) => catalog.find(reference),
    records: (ids) => catalog.records(ids),
    reverse: (point) => catalog.reverse(point),
    search: (question) =>
      catalog.search({ ...question, least: isMissing(question.text) ? 'fetched' : least }),
    children: async (parent, adminLevel) => {
      const known = await catalog.children(parent, adminLevel)
      const standings = await catalog.standings(known.children)
      return { ...known, children: known.children.filter((_, at) => isAsSureAs(standings[at], least)) }
    },
  }
}

/** A name is looked up in its base form: "Prahy" as "Praha". */
const isInflectedAlike = (a: string, b: string): boolean =>
  a === b || (a.length >= STEM_LENGTH && a.slice(0, STEM_LENGTH) === b.slice(0, STEM_LENGTH))

const STEM_LENGTH = 4
