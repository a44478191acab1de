import type { ProcessorTime } from '../../util/processor-time.ts'
import type { YieldToEventLoop } from '../../util/yield-to-event-loop.ts'
import type { Catalog } from './catalog.ts'

/**
 * Wraps the catalog for work that makes hundreds of queries for one answer, so that other requests run in between.
 *
 * @param time counts the work
 */
export const yieldingCatalog = (
  catalog: Catalog,
  yieldToEventLoop: YieldToEventLoop,
  time?: ProcessorTime,
): Catalog => {
  const after =
    <A extends readonly unknown[], R>(ask: (...question: A) => Promise<R>) =>
    async (...question: A): Promise<R> => {
      await yieldToEventLoop(time)
      const answer = await ask(...question)
      // A database server made it wait.
      time?.resume()
      return answer
    }
  return {
    find: after(catalog.find),
    records: after(catalog.records),
    geometry: after(catalog.geometry),
    geometries: after(catalog.geometries),
    search: after(catalog.search),
    hint: after(catalog.hint),
    town: after(catalog.town),
    codeFacts: catalog.codeFacts,
    reverse: after(catalog.reverse),
    nearby: after(catalog.nearby),
    children: after(catalog.children),
    levels: after(catalog.levels),
    withinBox: after(catalog.withinBox),
    standings: catalog.standings,
    has: after(catalog.has),
    list: async function* (question) {
      for await (const record of catalog.list(question)) {
        await yieldToEventLoop(time)
        yield record
      }
    },
    extents: after(catalog.extents),
    version: catalog.version,
  }
}
