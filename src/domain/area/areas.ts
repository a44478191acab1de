/** Areas from descriptions: plan, collect the polygons, draw. A description becomes one area or is refused whole. */
import { attributionOf } from '../boundary/attribution.ts'
import { nameIn } from '../boundary/language.ts'
import type { GeometryRenderer } from '../boundary/renderer.ts'
import { refBody } from '../boundary/wire.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Position } from '../geometry/rings.ts'
import type { AreaTask, DrawnArea } from './draw-area.ts'
import type { AreaNode } from './evaluate.ts'
import { type AreaPlan, listParts, type PlanPart } from './plan.ts'
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
  | { readonly kind: 'too_large'; readonly points: number; readonly maxPoints: number }

export interface Areas {
  /** @throws PlannerFailed, RendererBusy */
  readonly create: (question: AreaQuestion, options?: PlanningOptions) => Promise<AreaAnswer>
}

type Refusal = Omit<Extract<Planned, { ok: false }>, 'ok'>

export interface AreasOptions {
  readonly planner: Planner
  readonly catalog: Pick<Catalog, 'geometry'>
  readonly renderer: Pick<GeometryRenderer, 'drawArea'>
}

/** All of the European Union has fewer. A thread takes about 100 bytes for each. */
const MOST_POINTS = 5_000_000

export const createAreas = ({ planner, catalog, renderer }: AreasOptions): Areas => ({
  create: async (question, options = {}) => {
    options.onStep?.('Reading the description')
    const planned = await planner.plan(question, options)
    if (!planned.ok) return { ...planned, kind: 'unmappable' }
    const { parts, boundaries } = treeOf(planned.plan)
    const points = boundaries.reduce((sum, { boundary }) => sum + boundary.vertices, 0)
    if (points > MOST_POINTS) return { kind: 'too_large', points, maxPoints: MOST_POINTS }
    options.onStep?.(
      `Drawing the land of ${boundaries.length} ${boundaries.length === 1 ? 'boundary' : 'boundaries'}`,
    )
    const drawn = await renderer.drawArea(
      {
        boundaries: await Promise.all(
          boundaries.map(async ({ text, boundary }) => ({
            text,
            rings: (await catalog.geometry(boundary)).rings,
          })),
        ),
        parts,
        seed: question.seed,
        properties: propertiesOf(question, planned),
        notes: planned.plan.notes,
      },
      options.signal,
    )
    if (drawn.kind === 'drawn') return drawn
    if (drawn.kind === 'seed_outside')
      return { kind: 'unmappable', ...seedConflict(question.text, drawn.seed) }
    const roles = listParts(planned.plan).map(({ role }) => role)
    const included = roles.filter((role) => role === 'include').length
    return { kind: 'empty', included, excluded: roles.length - included }
  },
})

/** The plan with numbers for its boundaries, each of which is sent to be drawn once. */
const treeOf = (
  plan: AreaPlan,
): { readonly parts: readonly AreaNode[]; readonly boundaries: readonly PlanPart[] } => {
  const boundaries = new Map<string, PlanPart>()
  const collect = (part: PlanPart): void => {
    if (!boundaries.has(part.boundary.id)) boundaries.set(part.boundary.id, part)
    part.except.forEach(collect)
  }
  plan.parts.forEach(collect)
  const ids = [...boundaries.keys()]
  const nodeOf = ({ boundary, except }: PlanPart): AreaNode => ({
    polygon: ids.indexOf(boundary.id),
    except: except.map(nodeOf),
  })
  return { parts: plan.parts.map(nodeOf), boundaries: [...boundaries.values()] }
}

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
    land_only: true,
    attribution: attributionOf(parts.map(({ boundary }) => boundary.origin)),
  }
}

const seedConflict = (text: string, [lon, lat]: Position): Refusal => ({
  unmapped: [
    {
      text,
      reason: `The point that must be inside (lat ${lat}, lon ${lon}) is not on the land that the text says.`,
      candidates: [],
    },
  ],
  notes: [],
})
