/** Whether what a planner answered is what a case expects. */
import { listParts } from '../../src/domain/area/plan.ts'
import type { Planned } from '../../src/domain/area/ports.ts'
import { canonicalId, parseBoundaryReference } from '../../src/domain/boundary/id.ts'
import type { Catalog } from '../../src/domain/catalog/catalog.ts'
import type { AreaCase } from './cases.ts'

/** Null when it is right, else what is wrong. */
export const faultOf = async (
  { expect }: AreaCase,
  planned: Planned,
  catalog: Pick<Catalog, 'find'>,
): Promise<string | null> => {
  if ('unmappable' in expect)
    return planned.ok ? `planned: ${shown(planned)}` : faultOfRefusal(expect, planned)
  if (!planned.ok) return `refused: ${shown(planned)}`
  for (const wanted of [expect, ...(expect.or ?? [])]) {
    const include = await idsOf(wanted.include, catalog)
    const exclude = await idsOf(wanted.exclude, catalog)
    if (`${include}-${exclude}` === `${partsOf(planned, 'include')}-${partsOf(planned, 'exclude')}`)
      return null
  }
  return `planned: ${shown(planned)}`
}

const faultOfRefusal = (
  expect: Extract<AreaCase['expect'], { unmappable: true }>,
  { unmapped }: Extract<Planned, { ok: false }>,
): string | null => {
  const texts = unmapped.map(({ text }) => text.toLowerCase())
  const said = (name: string) => texts.some((text) => text.includes(name.toLowerCase()))
  const names = expect.names_optional === true ? [] : expect.names
  const missing = names.filter((name) => ![name].flat().some(said))
  if (missing.length > 0) return `does not name ${missing.flat().join(' or ')}: ${texts.join(' | ')}`
  const wrong = (expect.mappable ?? []).filter(said)
  if (wrong.length > 0) return `names ${wrong.join(', ')}, which can be mapped: ${texts.join(' | ')}`
  const isOfSeed = unmapped.some(({ reason }) => reason.startsWith('The point'))
  return expect.seed_conflict === true && !isOfSeed ? 'fails for another reason than the point' : null
}

/** As the catalog writes them now: an extract may know by number what a case names by its code. */
const idsOf = async (ids: readonly string[], catalog: Pick<Catalog, 'find'>): Promise<string> => {
  const known = await Promise.all(
    ids.map(async (id) => {
      const reference = parseBoundaryReference(id)
      if ('problem' in reference) throw new Error(reference.problem)
      const found = await catalog.find(reference)
      return found.found ? found.record.id : canonicalId(reference)
    }),
  )
  return known.sort().join(' ')
}

const partsOf = (planned: Extract<Planned, { ok: true }>, role: 'include' | 'exclude'): string =>
  listParts(planned.plan)
    .filter((part) => part.role === role)
    .map(({ boundary }) => boundary.id)
    .sort()
    .join(' ')

const shown = (planned: Planned): string =>
  planned.ok
    ? listParts(planned.plan)
        .map(({ role, boundary }) => `${role === 'include' ? '+' : '−'}${boundary.id} ${boundary.name}`)
        .join(', ')
    : planned.unmapped.map(({ text, reason }) => `"${text}" ${reason}`).join('; ')
