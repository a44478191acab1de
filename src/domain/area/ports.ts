/** What an area is made with: whoever turns a description into a plan (the rules of this folder, or a model), and where land is. */
import type { Catalog } from '../catalog/catalog.ts'
import type { CoastLine } from '../geometry/coastline/lines.ts'
import type { BBox, Position } from '../geometry/rings.ts'
import type { TileBox } from '../geometry/tiles.ts'
import type { AreaPlan, Unmapped } from './plan.ts'

export interface AreaRequest {
  readonly text: string
  /** ISO 3166-1 alpha-2, upper case; null when the author did not say. */
  readonly country: string | null
  /** A point that must be inside. */
  readonly seed: Position | null
}

/** Who planned: `rules`, or `llm` for a model. */
export type PlannerName = 'rules' | 'llm'

export type Planned =
  | { readonly ok: true; readonly plan: AreaPlan; readonly planner: PlannerName }
  /** At least one phrase; a description is mapped whole or not at all. */
  | {
      readonly ok: false
      readonly unmapped: readonly Unmapped[]
      /** What the author should know beside the phrases, in full sentences; empty for nothing. */
      readonly notes: readonly string[]
    }

/** The questions that planning asks: hundreds for one description. The composition root gives a catalog that yields to the event loop. */
export type PlanningCatalog = Pick<Catalog, 'find' | 'search' | 'records' | 'reverse' | 'children'>

export interface PlanningOptions {
  /** Planning ends with the signal's reason when it is aborted. */
  readonly signal?: AbortSignal
  /** Told what is done now, in a few words. */
  readonly onStep?: (step: string) => void
}

export interface Planner {
  /** @throws PlannerFailed */
  readonly plan: (request: AreaRequest, options?: PlanningOptions) => Promise<Planned>
}

/** Why a model gave no plan; what each means to a caller is in the table of problems. */
export type PlannerFault =
  /** No connection, or nothing but server errors. */
  | 'unreachable'
  /** Its provider does not take our calls: key, model name, form of the request. */
  | 'refused'
  /** Its provider has too many calls. */
  | 'busy'
  /** The time for one call, or for all of them, is over. */
  | 'timeout'
  /** It went on asking and never answered. */
  | 'endless'
  /** Its answers were no plan. */
  | 'unusable'
  /** Its plans were of boundaries that it never looked up, or of words that the description does not have. */
  | 'unfounded'

/** The planner gave nothing, which says nothing about the description. */
export class PlannerFailed extends Error {
  override readonly name = 'PlannerFailed'
  readonly fault: PlannerFault
  readonly retryAfterSeconds: number

  /** @param message for the operator: neither the key nor the description may be in it */
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
  /** What must be said where its coast is shown. */
  readonly attribution: string
}

/** A box and the land in it. */
export interface LandTile {
  readonly box: TileBox
  /** Encoded rings (`geometry/codec.ts`) where there is a coast. */
  readonly area: 'all' | 'none' | Uint8Array
}

export interface Land {
  /** Side by side, without gaps in what was asked for. */
  readonly tiles: readonly LandTile[]
  /** Whose coast the tiles have. */
  readonly sources: readonly LandSource[]
}

/** Where land is; lakes count as land. What it gives can be handed to another thread. */
export interface LandMask {
  /** All tiles that meet any of the boxes. */
  readonly landIn: (boxes: readonly BBox[]) => Promise<Land>
}

/** A mask that takes better coastlines, and has them from then on. */
export interface Coast {
  /**
   * Draws the lines, which have land on their left, wherever they say enough (`geometry/coastline/redraw.ts`), and keeps what others
   * drew elsewhere. Gives how many tiles of the mask are drawn anew.
   */
  readonly redraw: (lines: readonly CoastLine[]) => Promise<number>
}
