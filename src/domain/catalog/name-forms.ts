/** Names and words by which a boundary is found. */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { countryOfCode } from '../boundary/country-codes.ts'
import { foldName, squeeze, wordsOf } from './fold.ts'
import type { NameForm } from './ports.ts'

/** Returns its names, one for each folded form, in the first spelling; then its ISO codes, whole and without the country. */
export const nameForms = (
  record: Pick<BoundaryRecord, 'name' | 'names' | 'iso'>,
  searchNames: readonly { readonly name: string }[],
  isoAliases: readonly string[] = [],
): readonly NameForm[] => {
  const forms = new Map<string, string>()
  const add = (written: string, folded = foldName(written)): void => {
    if (folded !== '' && folded.length <= MAX_NAME_LENGTH && !forms.has(folded)) forms.set(folded, written)
  }
  add(record.name)
  for (const { name } of searchNames) add(name)
  for (const name of Object.values(record.names)) add(name)
  for (const code of record.iso === null ? isoAliases : [record.iso, ...isoAliases]) {
    add(code)
    const own = subdivisionPart(code)
    if (own !== null) add(code, foldName(own))
  }
  return Array.from(forms, ([folded, name]) => ({ folded, name }))
}

/** Returns every word of the forms. */
export const searchWords = (forms: readonly NameForm[]): ReadonlySet<string> =>
  new Set(forms.flatMap(({ folded }) => wordsOf(folded)))

/** Joins short names of several words: "newyork". Nobody types long names without spaces. */
export const joinedWords = (forms: readonly NameForm[]): ReadonlySet<string> =>
  new Set(
    forms
      .map(({ folded }) => ({ folded, joined: squeeze(folded) }))
      .filter(({ folded, joined }) => joined !== folded && joined.length <= MAX_JOINED_LENGTH)
      .map(({ joined }) => joined),
  )

/**
 * Kind of a form that is not a name: the code of a country or of a subdivision (whole or without the country), or an
 * abbreviation.
 */
export type CodePart = 'country' | 'subdivision'

export const codePart = (
  { name, folded }: NameForm,
  { kind, country }: Pick<BoundaryRecord, 'kind' | 'country'>,
): CodePart | null => {
  if (name.length > MAX_CODE_LENGTH || !/^[A-Z]/.test(name)) return null
  if (/^[A-Z]{2}-[A-Z0-9]{1,3}$/.test(name)) return 'subdivision'
  if (!/^[A-Z]{2,3}$/.test(name) || name.length !== folded.length) return null
  if (kind !== 'country') return 'subdivision'
  return countryOfCode(name) === country ? 'country' : null
}

const MAX_CODE_LENGTH = 6

/** Longer texts are remarks in the wrong tag; real names reach 168 letters (Bangkok). */
const MAX_NAME_LENGTH = 200

const MAX_JOINED_LENGTH = 16

/** Returns "TX" for US-TX; null for a single character or a bare number ("FR-75"), for which nobody searches alone. */
const subdivisionPart = (code: string): string | null =>
  /^[A-Z]{2}-(?=[A-Z0-9]*[A-Z])([A-Z0-9]{2,3})$/.exec(code)?.[1] ?? null
