/** Looks names up in `data/names/countries.tsv`: names of countries that the atlas lacks. */
import { readFileSync } from 'node:fs'
import type { NameWords } from '../../domain/catalog/name-words.ts'
import { memo } from '../../util/memo.ts'
import { rowOf } from './sorted-rows.ts'

/** Reads the file when the first name is asked for. Its rows are folded and sorted by their bytes, so none is parsed before it is found. */
export const countryNames = (path: string): NameWords['countriesNamed'] => {
  let rows: Buffer | null = null
  return memo((folded) => {
    rows ??= readFileSync(path)
    const [, countries = '', , name = folded] = rowOf(Buffer.from(folded), rows)?.split('\t') ?? []
    return countries === '' ? [] : countries.split(' ').map((country) => ({ id: `iso:${country}`, name }))
  })
}
