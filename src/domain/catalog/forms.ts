/** Under which names and words a boundary is found. */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { foldName, squeeze, wordsOf } from './fold.ts'
import type { NameForm } from './ports.ts'

/** Its names, one for each folded form, the first way of writing it; after them its ISO codes, whole and without the country. */
export const nameForms = (
  record: Pick<BoundaryRecord, 'name' | 'names' | 'iso'>,
  searchNames: readonly { readonly name: string }[],
  isoAliases: readonly string[] = [],
): readonly NameForm[] => {
  const forms = new Map<string, string>()
  const add = (written: string, folded = foldName(written)): void => {
    if (folded !== '' && folded.length <= LONGEST_NAME && !forms.has(folded)) forms.set(folded, written)
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

/** Every word of the forms. */
export const searchWords = (forms: readonly NameForm[]): ReadonlySet<string> =>
  new Set(forms.flatMap(({ folded }) => wordsOf(folded)))

/** Short names of several words, as one: "newyork". Nobody writes long ones so. */
export const joinedWords = (forms: readonly NameForm[]): ReadonlySet<string> =>
  new Set(
    forms
      .map(({ folded }) => ({ folded, joined: squeeze(folded) }))
      .filter(({ folded, joined }) => joined !== folded && joined.length <= LONGEST_JOINED)
      .map(({ joined }) => joined),
  )

/** Whether a form is only the last part of a code: "TX" of US-TX, a weaker match than a name. */
export const isBareCode = (form: NameForm): boolean =>
  subdivisionPart(form.name)?.toLowerCase() === form.folded

/** Longer texts are remarks in the wrong tag; names as long as this exist (Bangkok's has 168 letters). */
const LONGEST_NAME = 200

const LONGEST_JOINED = 16

/** "TX" of US-TX; a single character or a bare number ("FR-75") is nothing that anybody searches for alone. */
const subdivisionPart = (code: string): string | null =>
  /^[A-Z]{2}-(?=[A-Z0-9]*[A-Z])([A-Z0-9]{2,3})$/.exec(code)?.[1] ?? null
