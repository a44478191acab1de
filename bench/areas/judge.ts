/** Compares a planner's answer with the expectation of a case. */
import { listParts, type Unmapped } from '../../src/domain/area/plan.ts'
import type { Planned } from '../../src/domain/area/ports.ts'
import { canonicalId, parseBoundaryReference } from '../../src/domain/boundary/id.ts'
import type { Catalog } from '../../src/domain/catalog/catalog.ts'
import type { AreaCase } from './cases.ts'

/** The result of a description, from a planner or over HTTP. */
export type Judged =
  | {
      readonly ok: true
      readonly parts: readonly { readonly role: string; readonly id: string; readonly name: string }[]
    }
  | { readonly ok: false; readonly unmapped: readonly Pick<Unmapped, 'text' | 'reason'>[] }

/** The current id of a place: an extract may have a relation for a place that a case names by its code. */
export type CurrentId = (id: string) => Promise<string>

/** Null when it is right, else what is wrong. */
export const faultOf = (
  each: AreaCase,
  planned: Planned,
  catalog: Pick<Catalog, 'find'>,
): Promise<string | null> =>
  faultOfAnswer(
    each,
    planned.ok
      ? {
          ok: true,
          parts: listParts(planned.plan).map(({ role, boundary: { id, name } }) => ({ role, id, name })),
        }
      : planned,
    idIn(catalog),
  )

/** The same for an answer over HTTP. */
export const faultOfAnswer = async (
  { expect }: AreaCase,
  answer: Judged,
  currentId: CurrentId,
): Promise<string | null> => {
  if ('unmappable' in expect) return answer.ok ? `planned: ${shown(answer)}` : faultOfRefusal(expect, answer)
  if (!answer.ok) return `refused: ${shown(answer)}`
  const listed = async (ids: readonly string[]) => (await Promise.all(ids.map(currentId))).sort().join(' ')
  for (const wanted of [expect, ...(expect.or ?? [])]) {
    const [include, exclude] = [await listed(wanted.include), await listed(wanted.exclude)]
    if (`${include}-${exclude}` === `${idsOf(answer, 'include')}-${idsOf(answer, 'exclude')}`) return null
  }
  return `planned: ${shown(answer)}`
}

const faultOfRefusal = (
  expect: Extract<AreaCase['expect'], { unmappable: true }>,
  { unmapped }: Extract<Judged, { ok: false }>,
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

const idIn =
  (catalog: Pick<Catalog, 'find'>): CurrentId =>
  async (id) => {
    const reference = parseBoundaryReference(id)
    if ('problem' in reference) throw new Error(reference.problem)
    const found = await catalog.find(reference)
    return found.found ? found.record.id : canonicalId(reference)
  }

const idsOf = ({ parts }: Extract<Judged, { ok: true }>, role: string): string =>
  parts
    .filter((part) => part.role === role)
    .map(({ id }) => id)
    .sort()
    .join(' ')

const shown = (answer: Judged): string =>
  answer.ok
    ? answer.parts.map(({ role, id, name }) => `${role === 'include' ? '+' : '−'}${id} ${name}`).join(', ')
    : answer.unmapped.map(({ text, reason }) => `"${text}" ${reason}`).join('; ')
