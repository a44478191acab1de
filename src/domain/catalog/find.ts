/** The boundary that a reference names. */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { type BoundaryReference, canonicalId, parseBoundaryReference } from '../boundary/id.ts'
import type { LayerView } from './layers.ts'

export type FindAnswer =
  | {
      readonly found: true
      readonly record: BoundaryRecord
      readonly alternatives: readonly BoundaryRecord[]
    }
  /** `deleted`: an import saw that it is no longer in its source. */
  | { readonly found: false; readonly deleted: boolean }

/** Of several for one reference the highest source's best; the id of a superseded boundary names the one that stands for it. */
export const findReference = async (view: LayerView, reference: BoundaryReference): Promise<FindAnswer> => {
  const id = canonicalId(reference)
  for (const [layer, source] of view.sources.entries()) {
    const records = await view.visible(layer, await source.find(reference))
    if (records.length > 0) return found(await view.withCurrentParents(records))
  }
  const successor = view.successorOf(id)
  const records = successor === null ? new Map() : await view.records([successor])
  if (records.size > 0) return found([...records.values()])
  const deleted = await Promise.all(view.sources.map((source) => source.isDeleted?.(id) ?? false))
  return { found: false, deleted: deleted.includes(true) }
}

/** The boundaries that an id of our own data names, the best first; none where no source has it. */
export const findKnown = async (view: LayerView, id: string): Promise<readonly BoundaryRecord[]> => {
  const reference = parseBoundaryReference(id)
  if ('problem' in reference) throw new Error(`Data of this service has a wrong id. ${reference.problem}`)
  const answer = await findReference(view, reference)
  return answer.found ? [answer.record, ...answer.alternatives] : []
}

const found = ([record, ...alternatives]: readonly BoundaryRecord[]): FindAnswer => ({
  found: true,
  record,
  alternatives,
})
