/** Country, kind, level and parents of a boundary as words of its text, so that the word index alone answers filtered searches. */
import type { BoundaryRecord } from '../../../domain/boundary/boundary.ts'
import { nameHash } from './name-hash.ts'

/** No name contains this letter: Unicode reserves it for private use. Both databases index it like any other letter. */
const MARK = '\uE000'

export const countryWord = (country: string): string => `${MARK}c${country.toLowerCase()}`
export const kindWord = (kind: string): string => `${MARK}k${kind.replaceAll('_', '')}`
export const levelWord = (level: number): string => `${MARK}l${level}`

/** Ids contain characters that separate words, so their hash is used. */
export const parentWord = (id: string): string => `${MARK}p${nameHash(id).toString(36)}`

export const filterWords = (record: BoundaryRecord): readonly string[] => [
  ...(record.country === null ? [] : [countryWord(record.country)]),
  ...[record.kind, ...(record.alsoKinds ?? [])].map(kindWord),
  ...(record.adminLevel === null ? [] : [levelWord(record.adminLevel)]),
  ...record.parents.map(({ id }) => parentWord(id)),
]
