/**
 * `metes match` on tables of names of counties, municipalities and the like, with typing errors and the ids that are right:
 * `node bench/match.ts [table.csv]`, by default all in bench/match/. Beside it a join by equal names, as people write it first: name and
 * country are equal, in any case, and the parent where the row has one; a row that joins with several boundaries has no match.
 *
 * Precision is the share of matches that are right; a match of a row without a right id is wrong. Recall is the share of rows with a right id
 * that are matched with it. Targets: precision 99 %, recall 90 %.
 */
import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openService } from '../src/app/main.ts'
import { readConfig } from '../src/config/read-config.ts'
import { KINDS } from '../src/domain/boundary/kind.ts'
import { csvRecords } from '../src/domain/enrich/written/csv-fields.ts'

const TABLES = fileURLToPath(new URL('match', import.meta.url))
const COMMA = 44

const files =
  process.argv.length > 2
    ? process.argv.slice(2)
    : readdirSync(TABLES)
        .filter((name) => name.endsWith('.csv'))
        .map((name) => join(TABLES, name))

const directory = await mkdtemp(join(tmpdir(), 'metes-bench-match-'))
process.env.METES_DATA_DIR = directory
const service = await openService(readConfig())

interface Row {
  readonly name: string
  readonly country: string
  readonly level: string
  readonly parent: string
  readonly truth: string
}

const rowsOf = (text: string): readonly Row[] => {
  const [header, ...records] = csvRecords(text.replace(/^\ufeff/, ''), COMMA)
  const cell = (record: readonly string[], name: string): string => record[header.indexOf(name)] ?? ''
  return records.map((record) => ({
    name: cell(record, 'name'),
    country: cell(record, 'country'),
    level: cell(record, 'level'),
    parent: cell(record, 'parent'),
    truth: cell(record, 'truth'),
  }))
}

/** Prints precision and recall of the ids by row; null for a row without a match. */
const printQuality = (
  name: string,
  rows: readonly Row[],
  ids: readonly (string | null)[],
  ms: number,
): void => {
  const matched = ids.filter((id) => id !== null).length
  const right = rows.filter(({ truth }, at) => truth !== '' && truth === ids[at]).length
  const known = rows.filter(({ truth }) => truth !== '').length
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
  console.log(
    `${name}: precision ${percent(right / matched)} (${right} of ${matched} matches), recall ${percent(right / known)} (of ${known} rows), ${Math.round((1000 * rows.length) / ms)} rows/s`,
  )
}

/** Matches the table, whose rows are numbered so that the rejected ones are known. */
const matchedIds = async (file: string, rows: number): Promise<readonly (string | null)[]> => {
  const pieces: Uint8Array[] = []
  const lines = service.match({
    bytes: createReadStream(file),
    encoding: null,
    columns: { name: null, country: null, level: null, parent: null },
    languages: ['en'],
    onRejected: async (rejected) => {
      for (const { place } of rejected) rejectedLines.add(Number(place.replace('Line ', '')))
    },
    onProgress: () => {},
    signal: new AbortController().signal,
  })
  const rejectedLines = new Set<number>()
  for await (const piece of lines) pieces.push(piece)
  const [header, ...matched] = csvRecords(Buffer.concat(pieces).toString(), COMMA)
  const column = header.indexOf('id')
  let next = 0
  // The tables have no line breaks in cells, so that row and line agree.
  return Array.from({ length: rows }, (_, row) =>
    rejectedLines.has(row + 2) ? null : matched[next++][column],
  )
}

/** The join that people write first. */
const joinByName = async (): Promise<(rows: readonly Row[]) => readonly (string | null)[]> => {
  const byName = new Map<
    string,
    { readonly id: string; readonly country: string; readonly parents: readonly string[] }[]
  >()
  for (const kind of KINDS)
    for await (const { id, name, names, country, parents, kind: own } of service.storedCatalog.list({
      kind,
      box: null,
      properties: {},
      after: null,
      expected: 1_000,
    })) {
      if (own !== kind) continue
      const entry = { id, country: country ?? '', parents: parents.map((each) => each.name.toLowerCase()) }
      for (const each of new Set([name.toLowerCase(), (names.en ?? name).toLowerCase()]))
        byName.set(each, [...(byName.get(each) ?? []), entry])
    }
  return (rows) =>
    rows.map(({ name, country, parent }) => {
      const found = (byName.get(name.toLowerCase()) ?? []).filter(
        (each) =>
          (country === '' || each.country === country.toUpperCase()) &&
          (parent === '' || each.parents.includes(parent.toLowerCase())),
      )
      return found.length === 1 ? found[0].id : null
    })
}

console.log(`node ${process.version}, ${cpus()[0].model}`)
const joined = await joinByName()
for (const file of files) {
  const rows = rowsOf(readFileSync(file, 'utf8'))
  for (const round of ['first run', 'again']) {
    const started = performance.now()
    const ids = await matchedIds(file, rows.length)
    printQuality(`metes match, ${file.split('/').at(-1)}, ${round}`, rows, ids, performance.now() - started)
  }
  const started = performance.now()
  const joinedIds = joined(rows)
  printQuality('join by equal names', rows, joinedIds, performance.now() - started)
}
await service.close()
await rm(directory, { recursive: true })
