/** Looks codes of ISO 3166 up in `data/names/`: those in force, the retired ones with what became of them, and the names of both. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CodeBook, KnownCode, Retirement } from '../../domain/catalog/iso-code-book.ts'
import { once } from '../../util/once.ts'
import { rowOf } from './sorted-rows.ts'

/** Reads a table when it is needed first: most searches need none. */
export const openCodeBook = (directory: string): CodeBook => {
  const fieldsIn = (file: string) => {
    const rows = once(() => readFileSync(join(directory, file)))
    return (key: string): readonly string[] | undefined => rowOf(Buffer.from(key), rows())?.split('\t')
  }
  const inForce = fieldsIn('subdivision-codes.tsv')
  const retired = fieldsIn('retired-codes.tsv')
  const named = fieldsIn('code-names.tsv')
  const of = (code: string): KnownCode | null => {
    const fields = inForce(code) ?? retired(code)
    return fields === undefined ? null : knownCode(fields)
  }
  return {
    of,
    named: (folded) => (named(folded)?.[1].split(' ') ?? []).map(of).filter((known) => known !== null),
  }
}

const knownCode = (fields: readonly string[]): KnownCode => {
  const [code, names, on, , became] = fields
  return {
    code,
    names: names.split('|'),
    retired:
      on === undefined
        ? null
        : {
            on,
            became: BECAME[became[0]],
            codes: became.slice(1).split(' '),
            remark: fields[5] ?? null,
          },
  }
}

const BECAME: Readonly<Record<string, Retirement['became']>> = { '=': 'same', '<': 'part', '>': 'parts' }
