import type { GiveWay } from '../../util/give-way.ts'
import type { Catalog } from './catalog.ts'

/** The same catalog for callers who ask it hundreds of questions for one answer: others are heard in between. */
export const givingWay = (catalog: Catalog, giveWay: GiveWay): Catalog => {
  const after =
    <A extends readonly unknown[], R>(ask: (...question: A) => Promise<R>) =>
    async (...question: A): Promise<R> => {
      await giveWay()
      return ask(...question)
    }
  return {
    find: after(catalog.find),
    records: after(catalog.records),
    geometry: after(catalog.geometry),
    search: after(catalog.search),
    reverse: after(catalog.reverse),
    nearby: after(catalog.nearby),
    children: after(catalog.children),
    version: catalog.version,
  }
}
