/**
 * Plans descriptions of a generator that was written without knowing the planner, and counts what is right, refused and wrong:
 * `node test/areas/another-hand/run.ts [--seed N] [--count N] [--show wrong|all]`.
 */
import { parseArgs } from 'node:util'
import { liesIn, listParts } from '../../../src/domain/area/plan.ts'
import type { Planned } from '../../../src/domain/area/ports.ts'
import type { BoundaryRecord } from '../../../src/domain/boundary/boundary.ts'
import { openAreaWorld } from '../../support/area-world.ts'
import { recordOf } from '../clauses/places.ts'
import { countiesIn } from './counties.ts'
import { type Case, type Expect, generate, type Plan } from './generate.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '500' },
    show: { type: 'string', default: 'wrong' },
  },
})

type Outcome = 'right' | 'refused' | 'wrong'

const { planner, catalog, close } = await openAreaWorld(null)
const ids = new Map<string, string>()

/** The catalog may have a relation for a code. */
const idOf = async (code: string): Promise<string> => {
  const id = ids.get(code) ?? (await recordOf(catalog, code))?.id ?? code
  ids.set(code, id)
  return id
}

const landOf = async ({ include, exclude }: Plan): Promise<string> => {
  const [inside, outside] = [await Promise.all(include.map(idOf)), await Promise.all(exclude.map(idOf))]
  return `${inside.sort().join(' ')} − ${outside.sort().join(' ')}`
}

/** Without exceptions that lie in no part: they take nothing away. */
const plannedLand = ({ plan }: Extract<Planned, { ok: true }>): string => {
  const parts = listParts(plan)
  const all = parts.filter(({ role }) => role === 'include').map(({ boundary }) => boundary)
  // "The United States and its territories": what lies in another part adds nothing, unless it is in again.
  const isBack = (boundary: BoundaryRecord): boolean =>
    parts.some((part) => part.role === 'exclude' && liesIn(boundary, part.boundary.id))
  const included = all.filter(
    (each) => isBack(each) || !all.some(({ id }) => id !== each.id && liesIn(each, id)),
  )
  const excluded = parts
    .filter(({ role, boundary }) => role === 'exclude' && included.some(({ id }) => liesIn(boundary, id)))
    .map(({ boundary }) => boundary.id)
  return `${included
    .map(({ id }) => id)
    .sort()
    .join(' ')} − ${excluded.sort().join(' ')}`
}

const outcomeOf = async (planned: Planned, expect: Expect): Promise<Outcome> => {
  if ('unmappable' in expect) return planned.ok ? 'wrong' : 'right'
  if (!planned.ok) return expect.orRefused === true ? 'right' : 'refused'
  const lands = await Promise.all([expect, ...(expect.or ?? [])].map(landOf))
  return lands.includes(plannedLand(planned)) ? 'right' : 'wrong'
}

const shown = (planned: Planned): string =>
  planned.ok
    ? listParts(planned.plan)
        .map(({ role, boundary: { id, name } }) => `${role === 'include' ? '+' : '−'}${id} ${name}`)
        .join(', ')
    : planned.unmapped.map(({ text, reason }) => `"${text}" ${reason}`).join('; ')

const report = ({ text, expect, shape }: Case, planned: Planned, outcome: Outcome): string =>
  `${outcome}: ${shape}\n    ${text.replaceAll('\n', ' ⏎ ')}\n    wanted: ${JSON.stringify(expect)}\n    got: ${shown(planned)}`

const counts: Record<Outcome, number> = { right: 0, refused: 0, wrong: 0 }
const units = await countiesIn(catalog)
for (const each of generate(Number(values.seed), Number(values.count), units)) {
  const planned = await planner.plan({ text: each.text, country: null, seed: null })
  const outcome = await outcomeOf(planned, each.expect)
  counts[outcome]++
  if (outcome === 'wrong' || (outcome === 'refused' && values.show === 'all'))
    console.log(report(each, planned, outcome))
}
console.log(JSON.stringify(counts))
await close()
