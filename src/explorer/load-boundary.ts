/** Loads boundaries. Every panel sends the same input, so that all share one remembered answer. */
import type { BoundaryFeature, Detail } from '../client/index.ts'
import type { MapShape } from './map.ts'
import { callOnce, type SizedAnswer } from './operation-calls.ts'

export const loadBoundary = (id: string, detail: Detail = 'low'): Promise<SizedAnswer<BoundaryFeature>> =>
  callOnce('get_boundary', { id, detail, ...(detail === 'low' && { include: ['parents'] }) })

/** Returns the outline in a colour; nothing if the boundary cannot be loaded, because the panel reports why. */
export const outlineOf = async (id: string, colour: string): Promise<readonly MapShape[]> => {
  try {
    const { geometry } = (await loadBoundary(id)).value
    return geometry === null ? [] : [{ geometry, colour, isFilled: false }]
  } catch {
    return []
  }
}
