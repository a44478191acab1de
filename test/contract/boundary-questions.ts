/** Boundaries and queries shared by the suites of stores. */
import { afterEach, beforeEach } from 'node:test'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import type {
  BoundaryEntry,
  BoundaryStore,
  NameMatch,
  NameQuery,
  ReplaceScope,
} from '../../src/domain/catalog/ports.ts'
import { boundary, stream } from '../support/boundary-entries.ts'

export interface OpenedStore {
  readonly store: BoundaryStore
  readonly close: () => Promise<void>
}

export const EXTRACT: ReplaceScope = { origin: 'extract', coveredCountries: [] }

export const texas = boundary({
  id: 'r114690',
  name: 'Texas',
  kind: 'state',
  adminLevel: 4,
  country: 'US',
  iso: 'US-TX',
  wikidata: 'Q1439',
  names: { ru: 'Техас', en: 'Texas' },
  population: 29_145_505,
  bbox: [-106.6, 25.8, -93.5, 36.5],
})
export const paris = boundary({
  id: 'r115345',
  name: 'Paris',
  country: 'US',
  parents: [texas],
  population: 25_171,
  bbox: [-95.7, 33.6, -95.4, 33.8],
})
export const france = boundary({
  id: 'r2202162',
  name: 'France',
  kind: 'country',
  adminLevel: 2,
  country: 'FR',
  iso: 'FR',
  bbox: [-5, 42, 9, 51],
})
export const bigParis = boundary({
  id: 'r7444',
  name: 'Paris',
  country: 'FR',
  parents: [france],
  population: 2_165_423,
  alsoKinds: ['county'],
  wikidata: 'Q90',
  bbox: [2.2, 48.8, 2.5, 48.9],
})

export const anyName = (match: NameMatch, filters: Partial<NameQuery> = {}): NameQuery => ({
  match,
  countries: [],
  kind: null,
  adminLevel: null,
  within: null,
  limit: 10,
  ...filters,
})
export const named = (name: string, filters?: Partial<NameQuery>): NameQuery =>
  anyName({ by: 'name', spellings: [name] }, filters)
export const withWords = (words: string, filters?: Partial<NameQuery>): NameQuery =>
  anyName({ by: 'words', words: words.split(' ').map((word) => [word]), lastIsPrefix: true }, filters)

/** A new store for each test of the suite, with helpers to fill and query it. */
export const freshStore = (open: () => Promise<OpenedStore>) => {
  let opened: OpenedStore
  beforeEach(async () => {
    opened = await open()
  })
  afterEach(() => opened.close())
  return {
    store: (): BoundaryStore => opened.store,
    replace: (entries: readonly BoundaryEntry[], scope = EXTRACT) =>
      opened.store.replace(stream(entries), scope),
    idsOf: async (query: NameQuery): Promise<readonly string[]> =>
      (await opened.store.search(query)).map(({ record }) => record.id),
    known: async (...ids: string[]): Promise<readonly string[]> =>
      (await opened.store.records(ids as BoundaryId[])).map(({ id }) => id).sort(),
  }
}
