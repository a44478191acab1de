/** Whoever turns a description into a plan: the rules of this folder, or a model. */
import type { Position } from '../geometry/rings.ts'
import type { AreaPlan, Unmapped } from './plan.ts'

export interface AreaRequest {
  readonly text: string
  /** ISO 3166-1 alpha-2, upper case; null when the author did not say. */
  readonly country: string | null
  /** A point that must be inside. */
  readonly seed: Position | null
}

export type Planned =
  | { readonly ok: true; readonly plan: AreaPlan }
  /** At least one phrase; a description is mapped whole or not at all. */
  | { readonly ok: false; readonly unmapped: readonly Unmapped[] }

export interface Planner {
  readonly plan: (request: AreaRequest) => Promise<Planned>
}
