/** Areas from descriptions: plan, collect the polygons, draw. A description becomes one area or is refused whole. */
import { nameIn } from '../boundary/language.ts'
import { refBody } from '../boundary/wire.ts'
import type { AreaOutcome, AreaTask, DrawnArea } from './draw-area.ts'
import { type DrawPorts, drawPlan, type TooLarge } from './draw-plan.ts'
import { listParts } from './plan.ts'
import type { AreaRequest, Planned, Planner, PlanningOptions } from './ports.ts'

export interface AreaQuestion extends AreaRequest {
  /** Who wrote the description. */
  readonly source: string | null
  /** Language tags for the names of parts, most wanted first. */
  readonly languages: readonly string[]
}

export type AreaAnswer =
  | DrawnArea
  | ({ readonly kind: 'unmappable' } & Refusal)
  | { readonly kind: 'empty'; readonly included: number; readonly excluded: number }
  | TooLarge

export interface Areas {
  /** @throws PlannerFailed, RendererBusy */
  readonly create: (question: AreaQuestion, options?: PlanningOptions) => Promise<AreaAnswer>
}

type Refusal = Omit<Extract<Planned, { ok: false }>, 'ok'>

export interface AreasOptions extends DrawPorts {
  readonly planner: Planner
}

export const createAreas = ({ planner, ...ports }: AreasOptions): Areas => ({
  create: async (question, options = {}) => {
    options.onStep?.('Reading the description')
    const planned = await planner.plan(question, options)
    if (!planned.ok) return { ...planned, kind: 'unmappable' }
    const { plan } = planned
    const drawn = await drawPlan(
      ports,
      { plan, seed: question.seed, properties: propertiesOf(question, planned) },
      options,
    )
    if (drawn.kind === 'drawn' || drawn.kind === 'too_large') return drawn
    if (drawn.kind === 'seed_outside') return { kind: 'unmappable', ...seedConflict(question.text, drawn) }
    const roles = listParts(plan).map(({ role }) => role)
    const included = roles.filter((role) => role === 'include').length
    return { kind: 'empty', included, excluded: roles.length - included }
  },
})

const propertiesOf = (
  { text, country, source, seed, languages }: AreaQuestion,
  { plan, planner }: Extract<Planned, { ok: true }>,
): AreaTask['properties'] => {
  const parts = listParts(plan)
  return {
    text,
    country,
    source,
    seed: seed === null ? null : { lat: seed[1], lon: seed[0] },
    parts: parts.map(({ role, text, boundary, reason }) => ({
      role,
      text,
      ...refBody(boundary, () => nameIn(boundary, languages)),
      source: boundary.source.url,
      reason,
    })),
    planner,
  }
}

const seedConflict = (
  text: string,
  { seed: [lon, lat], isAtSea }: Extract<AreaOutcome, { kind: 'seed_outside' }>,
): Refusal => {
  const where = isAtSea ? 'lies in the sea' : 'is not on the land that the text says'
  const reason = `The point that must be inside (lat ${lat}, lon ${lon}) ${where}.`
  return { unmapped: [{ text, reason, candidates: [] }], notes: [] }
}
