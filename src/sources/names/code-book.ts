/** Reads `data/names/`: the codes of ISO 3166-2 in force, and the retired ones with what became of them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CodeBook, KnownCode, Retirement } from '../../domain/catalog/code-book.ts'
import { foldName } from '../../domain/catalog/fold.ts'
import { once } from '../../util/once.ts'

/** Reads the tables when the first code is asked for: most searches are names. */
export const openCodeBook = (directory: string): CodeBook => {
  const codes = once(() => new Map(readCodes(directory).map((known) => [known.code, known])))
  const names = once(() => byName([...codes().values()]))
  return {
    of: (code) => codes().get(code) ?? null,
    named: (folded) => names().get(folded) ?? [],
  }
}

const readCodes = (directory: string): readonly KnownCode[] => [
  ...rowsOf(join(directory, 'subdivision-codes.tsv')).map(([code, name]) => ({
    code,
    names: [name],
    retired: null,
  })),
  ...rowsOf(join(directory, 'retired-codes.tsv')).map(([code, names, on, , became, remark = null]) => ({
    code,
    names: names.split('|'),
    retired: { on, became: BECAME[became[0]], codes: became.slice(1).split(' '), remark },
  })),
]

const BECAME: Readonly<Record<string, Retirement['became']>> = { '=': 'same', '<': 'part', '>': 'parts' }

const rowsOf = (path: string): readonly (readonly string[])[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))

const byName = (codes: readonly KnownCode[]): ReadonlyMap<string, readonly KnownCode[]> => {
  const named = new Map<string, readonly KnownCode[]>()
  for (const known of codes)
    for (const folded of new Set(known.names.map(foldName)))
      named.set(folded, [...(named.get(folded) ?? []), known])
  return named
}
