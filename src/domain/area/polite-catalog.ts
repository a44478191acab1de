/** A catalog that lets others have their turn before each of its answers, which may come from a file without ever waiting. */
import type { YieldToEventLoop } from '../../util/yield-to-event-loop.ts'
import type { Catalog } from '../catalog/catalog.ts'

export type Asked = Pick<Catalog, 'find' | 'search' | 'records' | 'reverse' | 'children'>

export const politeCatalog = (catalog: Asked, yieldToEventLoop: YieldToEventLoop): Asked => {
  const after =
    <A extends readonly unknown[], R>(ask: (...args: A) => Promise<R>): ((...args: A) => Promise<R>) =>
    async (...args) => {
      await yieldToEventLoop()
      return ask(...args)
    }
  return {
    find: after((reference) => catalog.find(reference)),
    search: after((query) => catalog.search(query)),
    records: after((ids) => catalog.records(ids)),
    reverse: after((position) => catalog.reverse(position)),
    children: after((parent, level) => catalog.children(parent, level)),
  }
}
