/** What the modes of the embedded map share. */

import type { WorldMap } from '../explorer/map.ts'
import type { Shape } from '../explorer/map-framing.ts'
import type { Host } from './host.ts'

export interface EmbedParts {
  readonly map: EmbedMap
  readonly host: Host
  /** Below the search field. */
  readonly panel: HTMLElement
  /** Read aloud by screen readers. */
  readonly status: HTMLElement
  /** Tells the page around the frame. */
  readonly onProblem: (error: unknown) => void
}

export type EmbedMap = Pick<WorldMap, 'draw' | 'go' | 'view' | 'boundaryAt'> & {
  readonly fit: (shape: Shape) => void
}

/** Stands in for the map where the browser has no WebGL: search and lists work without it. */
export const NO_MAP: EmbedMap = {
  draw: () => {},
  go: () => {},
  fit: () => {},
  view: () => ({ zoom: 0, center: [0, 0] }),
  boundaryAt: () => null,
}
