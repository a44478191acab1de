/** Ports of area creation: the planner (rules or a model) and the land mask. */
import type { WorkOwner } from '../../util/work-owner.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { CoastLine } from '../geometry/coastline/coast-line.ts'
import type { BBox, Position } from '../geometry/rings.ts'
import type { TileBox } from '../geometry/tiles.ts'
import type { Reading } from './explanation.ts'
import type { AreaPlan, Unmapped } from './plan.ts'

export interface AreaRequest {
  readonly text: string
  /** ISO 3166-1 alpha-2, upper case; null if not given. */
  readonly country: string | null
  /** A point that must be inside. */
  readonly seed: Position | null
}

/** Who planned: `rules`, or `llm` for a model. */
export type PlannerName = 'rules' | 'llm'

export type Planned =
  | {
      readonly ok: true
      readonly plan: AreaPlan
      readonly planner: PlannerName
      /** How the rules read the description; absent for a model. */
      readonly readings?: readonly Reading[]
    }
  /** At least one phrase; a description is mapped completely or refused. */
  | {
      readonly ok: false
      readonly unmapped: readonly Unmapped[]
      /** Further notes for the author, one sentence each. */
      readonly notes: readonly string[]
      readonly readings?: readonly Reading[]
    }

/** Planning asks the catalog hundreds of questions, so the composition root passes one that yields to the event loop. */
export type PlanningCatalog = Pick<Catalog, 'find' | 'search' | 'records' | 'reverse' | 'children'>

export interface PlanningOptions {
  /** Planning ends with the signal's reason when it is aborted. */
  readonly signal?: AbortSignal
  /** Called with the current step, in a few words. */
  readonly onStep?: (step: string) => void
  /** Who asks; the service itself if absent. */
  readonly owner?: WorkOwner
}

/** The catalog for what an owner asks. */
export type CatalogFor<C = PlanningCatalog> = (owner: WorkOwner) => C

export interface Planner {
  /** @throws PlannerFailed */
  readonly plan: (request: AreaRequest, options?: PlanningOptions) => Promise<Planned>
}

/** Why a model returned no plan; the problem table says what each means to a caller. */
export type PlannerFault =
  /** No connection, or nothing but server errors. */
  | 'unreachable'
  /** Its provider rejects the request: key, model name or format. */
  | 'refused'
  /** Its provider is overloaded or rate limits us. */
  | 'busy'
  /** One call, or all of them, took too long. */
  | 'timeout'
  /** It kept calling tools and never answered. */
  | 'endless'
  /** Its answers were not plans. */
  | 'unusable'
  /** Its plans used boundaries that it never looked up, or words that are not in the description. */
  | 'unfounded'

/** The planner failed, for a reason unrelated to the description. */
export class PlannerFailed extends Error {
  override readonly name = 'PlannerFailed'
  readonly fault: PlannerFault
  readonly retryAfterSeconds: number

  /** @param message for the operator; must contain neither the key nor the description */
  constructor(fault: PlannerFault, message: string, retryAfterSeconds = RETRY_AFTER_SECONDS) {
    super(message)
    this.fault = fault
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const RETRY_AFTER_SECONDS = 30

export interface LandSource {
  readonly name: string
  /** A page about it. */
  readonly url: string
  /** Required attribution. */
  readonly attribution: string
}

/** A box and the land in it. */
export interface LandTile {
  readonly box: TileBox
  /** Encoded rings (`geometry/codec.ts`) where there is a coast. */
  readonly area: 'all' | 'none' | Uint8Array
}

export interface Land {
  /** Adjacent tiles that cover the request without gaps. */
  readonly tiles: readonly LandTile[]
  /** The sources of the coast in the tiles. */
  readonly sources: readonly LandSource[]
}

/** The land mask; lakes count as land. Its answers can be sent to another thread. */
export interface LandMask {
  /** All tiles that meet any of the boxes. */
  readonly landIn: (boxes: readonly BBox[]) => Promise<Land>
}

/** A land mask that can be updated with better coastlines. */
export interface UpdatableLand {
  /**
   * Redraws tiles from the lines, with land on their left, where they are complete enough (`geometry/coastline/redraw-tiles.ts`). Other tiles
   * stay unchanged.
   */
  readonly redraw: (lines: readonly CoastLine[]) => Promise<RedrawnCoast>
}

export interface RedrawnCoast {
  /** Number of tiles that were redrawn. */
  readonly tiles: number
  /** Tiles that stay as they are because the lines in them take too much work. */
  readonly tooComplex: readonly BBox[]
}
