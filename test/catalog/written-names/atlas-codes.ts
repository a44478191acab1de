/** The ISO codes for which the bundled atlas has a boundary, and the names that it gives them, to tell namesakes apart. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { zstdDecompressSync } from 'node:zlib'

export interface AtlasCodes {
  /** The current code of the boundary, by every code that it answers to. */
  readonly current: ReadonlyMap<string, string>
  readonly names: ReadonlyMap<string, readonly string[]>
  /** Counties of the United States have no ISO code, but names that others have too. */
  readonly americanCounties: readonly string[]
}

const ATLAS = fileURLToPath(new URL('../../../data/atlas/atlas.db.zst', import.meta.url))

interface Row {
  iso: string | null
  iso_aliases: string
  name: string
  names: string
  other_names: string
  kind: string
  country: string | null
}

export const readAtlasCodes = (): AtlasCodes => {
  const directory = mkdtempSync(`${tmpdir()}/atlas-codes-`)
  try {
    writeFileSync(`${directory}/atlas.db`, zstdDecompressSync(readFileSync(ATLAS)))
    const database = new DatabaseSync(`${directory}/atlas.db`, { readOnly: true })
    const rows = database
      .prepare('select iso, iso_aliases, name, names, other_names, kind, country from boundary')
      .all() as unknown as Row[]
    database.close()
    const coded = rows.filter((row): row is Row & { iso: string } => row.iso !== null)
    return {
      current: new Map([
        ...coded.flatMap(({ iso, iso_aliases }) =>
          iso_aliases.split(',').flatMap((alias) => (alias === '' ? [] : [[alias, iso] as const])),
        ),
        ...coded.map(({ iso }) => [iso, iso] as const),
      ]),
      names: new Map(
        coded.map((row) => [row.iso, [row.name, ...listed(row.names, 2), ...listed(row.other_names, 1)]]),
      ),
      americanCounties: rows
        .filter(({ kind, country, iso }) => kind === 'county' && country === 'US' && iso === null)
        .map(({ name }) => name),
    }
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** Names stand alone, or each before the languages that it has it in. */
const listed = (json: string, step: number): readonly string[] =>
  json === '' ? [] : (JSON.parse(json) as string[]).filter((_, i) => i % step === 0)
