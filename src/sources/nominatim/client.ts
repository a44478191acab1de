/**
 * Client for Nominatim that respects its usage policy: all processes of the installation together send one request a second.
 * https://operations.osmfoundation.org/policies/nominatim/, https://nominatim.org/release-docs/latest/api/Search/
 */
import type { LiveQuestion } from '../../domain/live/ports.ts'
import type { Askers } from '../../util/waiting-owners.ts'
import { SERVICE, upstreamAskers } from '../../util/work-owner.ts'
import {
  createPoliteClient,
  type Pace,
  type PoliteOptions,
  type Upstream,
} from '../upstream/polite-client.ts'
import { type FoundPlace, readNominatimAnswer } from './answer.ts'
import { createMoments } from './pace.ts'
import { searchesFor, searchUrl } from './searches.ts'

/** Addresses are those before `/search`. */
export interface NominatimOptions extends PoliteOptions {
  /** Set only in tests. */
  readonly pace?: Pace
}

export interface Nominatim {
  /** Without askers the service asks. @throws LiveMapFailed */
  search(question: LiveQuestion, askers?: Askers): Promise<readonly FoundPlace[]>
}

const DEFAULT_PACE: Pace = {
  firstRestMs: 2_000,
  maxRestMs: 15_000,
  requestTimeoutMs: 10_000,
  maxWaitMs: 30_000,
}

export const createNominatim = (options: NominatimOptions): Nominatim & Upstream => {
  const { pace = DEFAULT_PACE } = options
  // A search costs a second, so no test precedes the rest of a server.
  const client = createPoliteClient(options, {
    name: 'Nominatim',
    subject: 'OpenStreetMap’s search',
    pace,
    triesPerQuestion: 3,
    maxAnswerBytes: 4 * 1024 * 1024,
    maxWaiting: 60,
    maxWaitingOfAsker: 10,
    atOnceOfAsker: 1,
    take: createMoments({ ...options, maxWaitMs: pace.maxWaitMs }),
  })

  return {
    state: client.state,
    search: async (question, askers = upstreamAskers(SERVICE)) => {
      const { languages } = question
      const headers = languages.length > 0 ? { 'accept-language': languages.join(',') } : {}
      for (const search of searchesFor(question)) {
        const places = await client.ask(
          {
            text: JSON.stringify([search, languages]),
            request: (url) => ({
              url: searchUrl(url, search),
              init: { headers },
              timeoutMs: pace.requestTimeoutMs,
            }),
            read: (bytes) => readNominatimAnswer(new TextDecoder().decode(bytes)),
          },
          askers,
        )
        if (places.length > 0) return places
      }
      return []
    },
  }
}
