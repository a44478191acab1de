/** `match` on the bundled atlas. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import { KINDS } from '../../src/domain/boundary/kind.ts'
import { createCatalog } from '../../src/domain/catalog/catalog.ts'
import { createDisputes } from '../../src/domain/catalog/disputes.ts'
import { placeMatcher } from '../../src/domain/match/match-place.ts'
import { readNameTable } from '../../src/domain/match/name-table.ts'
import type { Place, PlaceMatch } from '../../src/domain/match/place.ts'
import { openBundledAtlas } from '../../src/sources/atlas/bundled-atlas.ts'
import { bundledDisputes } from '../../src/sources/atlas/bundled-disputes.ts'
import { openLexicon } from '../../src/sources/names/bundled-lexicon.ts'
import { lazily } from '../../src/util/lazily.ts'
import { sharedBySuites } from '../support/shared-by-suites.ts'

const DATA = fileURLToPath(new URL('../../data', import.meta.url))

const openAtlasMatcher = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'metes-match-'))
  const atlas = await openBundledAtlas(`${DATA}/atlas`, directory)
  const lexicon = openLexicon(DATA, directory)
  const catalog = createCatalog({
    sources: [atlas.source],
    polygonBytes: 1 << 26,
    disputes: createDisputes(bundledDisputes(`${DATA}/atlas`)),
    lexicon,
  })
  const { words } = await lexicon()
  const table = lazily(() => readNameTable(catalog, words))
  const records: BoundaryRecord[] = []
  for (const kind of KINDS)
    for await (const record of catalog.list({
      kind,
      box: null,
      properties: {},
      after: null,
      expected: 1_000,
    }))
      if (record.kind === kind) records.push(record)
  return {
    catalog,
    words,
    table: () => table.get(),
    records,
    /** A matcher that remembers nothing of other rows. */
    fresh: () => placeMatcher({ catalog, words, table: () => table.get() }),
    close: async () => {
      await atlas.close()
      await rm(directory, { recursive: true })
    },
  }
}

/** Of all suites of this process: nobody changes it. */
export const atlasMatcher = sharedBySuites(openAtlasMatcher, (opened) => opened.close())

export const place = (cells: Partial<Place>): Place => ({
  name: '',
  country: '',
  level: '',
  parent: '',
  ...cells,
})

/** The id, the score and the reason of a match; the ids of the candidates of a rejected row. */
export const inShort = (answer: PlaceMatch): readonly (string | number)[] =>
  answer.isMatched
    ? [answer.record.id, answer.score, answer.reason]
    : ['rejected', ...answer.candidates.map(({ id }) => id)]
