/** Opens `match`, which finds the boundary of each row of a table. */
import type { Match } from '../../domain/match/ports.ts'
import { lazily } from '../../util/lazily.ts'
import type { CatalogParts } from './catalog.ts'

export const openMatch = ({ storedCatalog: catalog, lexicon }: CatalogParts) => {
  const match: Match = async function* (request) {
    const [{ matchTable }, { placeMatcher }, { readNameTable }, { words }] = await Promise.all([
      import('../../domain/match/match-table.ts'),
      import('../../domain/match/match-place.ts'),
      import('../../domain/match/name-table.ts'),
      lexicon(),
    ])
    // Most tables have a typing error, but not all.
    const table = lazily(() => readNameTable(catalog, words))
    const matchPlace = placeMatcher({ catalog, words, table: () => table.get() })
    return yield* matchTable({ catalog, matchPlace }, request)
  }
  return { match }
}
