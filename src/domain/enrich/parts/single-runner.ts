/** Enriches one part after the other in this thread, with the answers of any locator. */
import type { Locator } from '../locator.ts'
import type { OpenRunner } from './part-runner.ts'
import { enricherOf } from './part-work.ts'
import { orientationOf } from './swapped-coordinates.ts'

export const singleRunner =
  (locator: Locator, maxSample: number): OpenRunner =>
  (file) => {
    const enricher = enricherOf(file, locator)
    // The enricher reads one part at a time.
    let last: Promise<unknown> = Promise.resolve()
    const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
      const turn = last.then(work)
      last = turn.catch(() => {})
      return turn
    }
    return {
      threads: 0,
      enrichPart: (part) => inTurn(() => enricher.enrich(part)),
      orientationOf: (part) => inTurn(() => orientationOf(locator, enricher.points(part), maxSample)),
      close: async () => {},
    }
  }
