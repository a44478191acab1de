/** Makes areas from descriptions: plans, collects the polygons, draws. A description becomes one area or is refused as a whole. */
import { SERVICE } from '../../util/work-owner.ts'
import { refBody } from '../boundary/boundary-json.ts'
import type { Detail } from '../boundary/detail-levels.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { parentNames } from '../catalog/parent-names.ts'
import type { Format } from '../formats/index.ts'
import type { AreaOutcome, AreaTask, DrawnArea } from './draw-area.ts'
import { type DrawPorts, drawPlan, type TooLarge } from './draw-plan.ts'
import { type ExplanationBody, explanationBody } from './explanation.ts'
import { partName } from './part-name.ts'
import { type AreaPlan, listParts } from './plan.ts'
import type { AreaRequest, CatalogFor, Planned, Planner, PlanningOptions } from './ports.ts'
import { partsInWords } from './summary.ts'

export interface AreaQuestion extends AreaRequest {
  /** Who wrote the description. */
  readonly source: string | null
  /** Language tags for the names of parts, in order of preference. */
  readonly languages: readonly string[]
  readonly detail: Detail
  /** Decimals of a degree. */
  readonly precision: number
  /** Format of the public file. */
  readonly format: Format
  /** Whether the answer tells how the description was read. */
  readonly explain: boolean
}

export type AreaAnswer =
  | DrawnArea
  | ({ readonly kind: 'unmappable'; readonly explanation?: readonly ExplanationBody[] } & AreaRefusal)
  | { readonly kind: 'empty'; readonly included: number; readonly excluded: number }
  | TooLarge

export interface Areas {
  /** @throws PlannerFailed, ComputeBusy */
  readonly create: (question: AreaQuestion, options?: PlanningOptions) => Promise<AreaAnswer>
}

type AreaRefusal = Pick<Extract<Planned, { ok: false }>, 'unmapped' | 'notes'>

export interface AreasOptions extends Omit<DrawPorts, 'catalog'> {
  readonly catalogFor: CatalogFor<Pick<Catalog, 'geometries' | 'records'>>
  readonly planner: Planner
}

export const createAreas = ({ planner, catalogFor, ...ports }: AreasOptions): Areas => ({
  create: async (question, options = {}) => {
    options.onStep?.('Reading the description')
    const planned = await planner.plan(question, options)
    if (!planned.ok) {
      const { unmapped, notes } = planned
      return { kind: 'unmappable', unmapped, notes, ...explained(question, planned) }
    }
    const { plan } = planned
    const catalog = catalogFor(options.owner ?? SERVICE)
    const drawn = await drawPlan(
      { ...ports, catalog },
      {
        plan,
        seed: question.seed,
        detail: question.detail,
        precision: question.precision,
        format: question.format,
        summary: await drawnSummary(catalog, question.text, plan),
        properties: propertiesOf(question, planned),
      },
      options,
    )
    if (drawn.kind === 'drawn' || drawn.kind === 'too_large') return drawn
    if (drawn.kind === 'seed_outside') return { kind: 'unmappable', ...seedConflict(question.text, drawn) }
    const roles = listParts(plan).map(({ role }) => role)
    const included = roles.filter((role) => role === 'include').length
    return { kind: 'empty', included, excluded: roles.length - included }
  },
})

const drawnSummary = async (
  catalog: Pick<Catalog, 'records'>,
  text: string,
  plan: AreaPlan,
): Promise<string> => {
  const records = listParts(plan).map(({ boundary }) => boundary)
  return partsInWords({ plan, text, nameOfParent: await parentNames(catalog, records, ['en']) })
}

const explained = (
  { explain, languages }: AreaQuestion,
  planned: Planned,
): { readonly explanation?: readonly ExplanationBody[] } => {
  if (!explain) return {}
  const unmapped = planned.ok ? [] : planned.unmapped
  return { explanation: explanationBody(planned.readings ?? [], { ok: planned.ok, unmapped }, languages) }
}

const propertiesOf = (
  question: AreaQuestion,
  planned: Extract<Planned, { ok: true }>,
): AreaTask['properties'] => {
  const { text, country, source, seed, languages } = question
  const { plan, planner } = planned
  const parts = listParts(plan)
  return {
    text,
    country,
    source,
    seed: seed === null ? null : { lat: seed[1], lon: seed[0] },
    parts: parts.map(({ role, text, boundary, reason }) => ({
      role,
      text,
      ...refBody(boundary, () => partName(text, boundary, languages)),
      local_name: boundary.name,
      source: boundary.source.url,
      reason,
    })),
    planner,
    ...explained(question, planned),
  }
}

const seedConflict = (
  text: string,
  { seed: [lon, lat], isAtSea }: Extract<AreaOutcome, { kind: 'seed_outside' }>,
): AreaRefusal => {
  const where = isAtSea ? 'lies in the sea' : 'is not in the area that the text describes'
  const reason = `The point that must be inside (lat ${lat}, lon ${lon}) ${where}.`
  return { unmapped: [{ text, reason, candidates: [] }], notes: [] }
}
