/** Looks names up in `data/names/countries.tsv`: names of countries that the atlas lacks. */
import { readFileSync } from 'node:fs'
import type { NameWords } from '../../domain/catalog/name-words.ts'

/** Reads the file when the first name is asked for. Its rows are folded and sorted by their bytes, so none is parsed before it is found. */
export const countryNames = (path: string): NameWords['countriesNamed'] => {
  let rows: Buffer | null = null
  return (folded) => {
    rows ??= readFileSync(path)
    const [, countries = '', , name = folded] = rowOf(Buffer.from(folded), rows)?.split('\t') ?? []
    return countries === '' ? [] : countries.split(' ').map((country) => ({ id: `iso:${country}`, name }))
  }
}

const NEWLINE = 0x0a
const TAB = 0x09

/** Returns the row with this first field, by binary search. */
const rowOf = (key: Buffer, rows: Buffer): string | null => {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    const start = middle === low ? low : Math.max(low, rows.lastIndexOf(NEWLINE, middle - 1) + 1)
    const end = rows.indexOf(NEWLINE, start)
    const order = Buffer.compare(rows.subarray(start, rows.indexOf(TAB, start)), key)
    if (order === 0) return rows.toString('utf8', start, end)
    if (order < 0) low = end + 1
    else high = start
  }
  return null
}
