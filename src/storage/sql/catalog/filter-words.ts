/** Country, kind, level and parents of a boundary as words of its text, so that the word index answers filtered searches alone. */
import type { BoundaryRecord } from '../../../domain/boundary/boundary.ts'
import { nameHash } from './name-hash.ts'

/** No name has this letter: Unicode keeps it for private use. Both databases take it for a letter like any other. */
const MARK = '\uE000'

export const countryWord = (country: string): string => `${MARK}c${country.toLowerCase()}`
export const kindWord = (kind: string): string => `${MARK}k${kind.replaceAll('_', '')}`
export const levelWord = (level: number): string => `${MARK}l${level}`

/** Ids have signs that part words, so it is the hash of one that stands for it. */
export const parentWord = (id: string): string => `${MARK}p${nameHash(id).toString(36)}`

export const filterWords = (record: BoundaryRecord): readonly string[] => [
  ...(record.country === null ? [] : [countryWord(record.country)]),
  ...[record.kind, ...(record.alsoKinds ?? [])].map(kindWord),
  ...(record.adminLevel === null ? [] : [levelWord(record.adminLevel)]),
  ...record.parents.map(({ id }) => parentWord(id)),
]
