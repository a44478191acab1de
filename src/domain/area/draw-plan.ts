/** Collects the polygons of a plan and draws them in a worker thread. */
import type { Compute } from '../../compute/port.ts'
import { counted } from '../../util/count-with-noun.ts'
import { SERVICE } from '../../util/work-owner.ts'
import { attributionOf } from '../boundary/attribution.ts'
import { positionsOf } from '../boundary/count-positions.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Disputes } from '../catalog/disputes.ts'
import { type AreaOutcome, type AreaTask, drawAreaWork } from './draw-area.ts'
import type { AreaNode } from './evaluate-plan.ts'
import { type AreaPlan, liesIn, type PlanPart } from './plan.ts'
import type { LandMask, PlanningOptions } from './ports.ts'

export interface DrawPorts {
  readonly catalog: Pick<Catalog, 'geometries'>
  readonly disputes: Pick<Disputes, 'near'>
  readonly land: LandMask
  readonly compute: Compute
}

export interface DrawRequest
  extends Pick<AreaTask, 'seed' | 'properties'>,
    Partial<Pick<AreaTask, 'detail' | 'precision' | 'format' | 'summary'>> {
  readonly plan: AreaPlan
}

/** Not drawn: too many points for one thread. */
export interface TooLarge {
  readonly kind: 'too_large'
  readonly points: number
  readonly maxPoints: number
}

/** The whole European Union has fewer. A thread needs about 100 bytes per point. */
const MAX_POINTS = 5_000_000

/**
 * O(p²) in the parts of the plan, at most 500, and O(n log n) in the positions and crossings of their boundaries and of the land, at most
 * `MAX_POINTS` of boundaries.
 *
 * @throws ComputeBusy
 */
export const drawPlan = async (
  { catalog, disputes, land, compute }: DrawPorts,
  { plan, seed, properties, detail = 'full', precision = 7, format = 'geojson', summary = '' }: DrawRequest,
  { signal, onStep, owner = SERVICE }: PlanningOptions,
): Promise<AreaOutcome | TooLarge> => {
  const { parts, boundaries } = treeOf(notCovered(plan.parts))
  if (parts.length === 0) return { kind: 'empty' }
  const points = positionsOf(boundaries.map(({ boundary }) => boundary))
  if (points > MAX_POINTS) return { kind: 'too_large', points, maxPoints: MAX_POINTS }
  onStep?.(`Drawing the land of ${counted(boundaries.length, 'boundary', 'boundaries')}`)
  const boxes = parts.map(({ polygon }) => boundaries[polygon].boundary.bbox)
  const load = async (): Promise<AreaTask> => {
    const [{ tiles, sources }, disputed, polygons] = await Promise.all([
      land.landIn(boxes),
      disputes.near(boxes),
      catalog.geometries(boundaries.map(({ boundary }) => boundary)),
    ])
    const drawn = boundaries.map(({ text, boundary }, index) => ({
      text,
      rings: polygons[index],
      hasCoastOfMask: sources.every(({ url }) => boundary.source.url.startsWith(`${url}/`)),
    }))
    const attribution = attributionOf(
      boundaries.map(({ boundary }) => boundary),
      sources.map((source) => source.attribution),
    )
    return {
      boundaries: drawn,
      parts,
      land: tiles,
      disputes: disputed,
      seed,
      detail,
      precision,
      format,
      summary,
      properties: { ...properties, attribution },
      notes: [...new Set([...plan.notes, ...insideNotes(plan.parts)])],
    }
  }
  // Always in a thread, because only the threads cache land tiles.
  return compute.run(drawAreaWork, load, { lane: 'long', owner, signal })
}

/**
 * Drops parts that lie in one of their own exceptions, according to the hierarchy: where the borders of two sources differ, drawing
 * both would leave slivers.
 */
const notCovered = (parts: readonly PlanPart[]): readonly PlanPart[] =>
  parts
    .map((part) => ({ ...part, except: notCovered(part.except) }))
    .filter(
      ({ boundary, except }) =>
        !except.some((each) => each.except.length === 0 && liesIn(boundary, each.boundary.id)),
    )

/** Notes parts that lie in another part and outside its exceptions, by the hierarchy; polygons of two sources may not show that. */
const insideNotes = (parts: readonly PlanPart[]): readonly string[] =>
  parts.flatMap(({ text, boundary }) => {
    const outer = parts.find(
      (each) =>
        each.boundary.id !== boundary.id &&
        liesIn(boundary, each.boundary.id) &&
        !each.except.some(
          (except) => liesIn(boundary, except.boundary.id) || liesIn(except.boundary, boundary.id),
        ),
    )
    return outer === undefined ? [] : [`"${text}" lies in "${outer.text}" and adds nothing.`]
  })

/** The parts with indexes in place of boundaries, so that each polygon is sent once. */
const treeOf = (
  parts: readonly PlanPart[],
): { readonly parts: readonly AreaNode[]; readonly boundaries: readonly PlanPart[] } => {
  const boundaries = new Map<string, PlanPart>()
  const collect = (part: PlanPart): void => {
    if (!boundaries.has(part.boundary.id)) boundaries.set(part.boundary.id, part)
    part.except.forEach(collect)
  }
  parts.forEach(collect)
  const ids = [...boundaries.keys()]
  const nodeOf = ({ boundary, except }: PlanPart): AreaNode => ({
    polygon: ids.indexOf(boundary.id),
    except: except.map(nodeOf),
  })
  return { parts: parts.map(nodeOf), boundaries: [...boundaries.values()] }
}
