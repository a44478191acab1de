/** `data/atlas/aliases.tsv`: every search name of the atlas that belongs to no language, with the columns of the packages that have it. */
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import type { AtlasEntry } from './entries.ts'
import { NAME_SOURCES, type NameSource, type OtherName } from './place.ts'

export const aliasTable = (entries: readonly AtlasEntry[]): string =>
  [
    '# Search names that belong to no language, made by scripts/build-atlas.ts: id, name, sources.',
    ...Object.entries(NAME_SOURCES).map(([letter, source]) => `# ${letter}: ${source}`),
    ...entries.flatMap(({ record, otherNames }) =>
      [...Map.groupBy(otherNames, ({ name }) => name)].map(([name, same]) =>
        [record.id, name, [...new Set(same.map(({ source }) => source))].join('')].join('\t'),
      ),
    ),
    '',
  ].join('\n')

export const readAliasTable = (table: string): ReadonlyMap<BoundaryId, readonly OtherName[]> => {
  const aliases = new Map<BoundaryId, OtherName[]>()
  for (const row of table.split('\n')) {
    if (row === '' || row.startsWith('#')) continue
    const [id, name, sources] = row.split('\t') as [BoundaryId, string, string]
    const same = [...sources].map((source) => ({ name, source: source as NameSource }))
    aliases.set(id, [...(aliases.get(id) ?? []), ...same])
  }
  return aliases
}
