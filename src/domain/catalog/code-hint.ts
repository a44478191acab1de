/** Says what a code means that no boundary has, and what became of a retired one. */

import { listed } from '../../util/join-words.ts'
import { regionName } from '../../util/region-name.ts'
import { type CodeForm, codeFormOf, type IsoForm, isCode } from './code-forms.ts'
import { findReference } from './find.ts'
import { foldName } from './fold.ts'
import { type CodeBook, formerCountry, type KnownCode, type Retirement } from './iso-code-book.ts'
import type { LayerView } from './layers.ts'
import { queryCodesOf } from './query-codes.ts'
import type { FoundByName } from './ranking.ts'

export interface CodeFacts {
  /** Full sentences. */
  readonly text: string
  /** True if more data may have the boundary. */
  readonly isMissing: boolean
}

/** Adds how to get more data, if that helps. */
export const withAdvice = ({ text, isMissing }: CodeFacts, advice: () => string): string =>
  isMissing ? `${text} ${advice()}` : text

/** Returns the facts of a query in the form of a code; null if it is a name, or if what was found says enough. */
export const factsOfQuery = async (
  query: string,
  found: readonly FoundByName[],
  view: LayerView,
  codes: CodeBook,
): Promise<CodeFacts | null> => {
  const written = query.trim()
  const former = formerCountry(written, codes)
  // Andalucía has "AN", too: the code of a former country is told beside it.
  if (former !== null) return { text: sentencesOf(former, codes), isMissing: false }
  const { form, references } = queryCodesOf(written)
  const [asked] = references.flatMap(({ reference, isWord }) =>
    reference.by === 'iso' && isWord !== true ? [reference] : [],
  )
  const facts =
    form !== null
      ? factsOfForm(written, form, found, codes)
      : asked === undefined || found.length > 0
        ? null
        : factsOfCode(asked.code, codes)
  const isLeftOut =
    facts?.isMissing === true && asked !== undefined && (await findReference(view, asked)).found
  return isLeftOut ? { text: `The filters of this search leave out ${asked.code}.`, isMissing: false } : facts
}

const factsOfForm = (
  written: string,
  form: CodeForm,
  found: readonly FoundByName[],
  codes: CodeBook,
): CodeFacts | null => {
  if (!isCode(form, codes)) return null
  const { name, iso, isPostcode } = form
  const isForm = `${written} ${isPostcode && found.length > 0 ? 'also ' : ''}has the form of ${name}`
  if (isPostcode)
    return found.some(({ record }) => record.kind === 'postal_code')
      ? null
      : { text: `${isForm}. ${NO_POSTAL_AREA}${asId(written)}`, isMissing: true }
  if (iso?.separator === 'none') {
    const known = codes.of(iso.code)
    const meaning = known === null ? '' : ` With a dash, ${sentencesOf(known, codes)}`
    return { text: `${isForm}, and no boundary has such a code.${meaning}`, isMissing: false }
  }
  const exact = found.filter(({ match }) => match === 'exact')
  if (exact.length > 0)
    return iso !== null && exact.some(({ record }) => record.iso === iso.code)
      ? keptAlthoughRetired(iso.code, codes)
      : null
  if (iso === null)
    return { text: `${isForm}, and no boundary has it. Search for the name of the place.`, isMissing: false }
  return factsOfCode(iso.code, codes) ?? { text: unknownCode(written, iso), isMissing: false }
}

/** The atlas has some units that were merged. */
const keptAlthoughRetired = (code: string, codes: CodeBook): CodeFacts | null => {
  const known = codes.of(code)
  return known === null || known.retired === null
    ? null
    : { text: `${sentencesOf(known, codes)} This catalog still has the former unit.`, isMissing: false }
}

const asId = (digits: string): string =>
  /^\d{6}$/.test(digits)
    ? ` For the OpenStreetMap object with this number, write r${digits} or w${digits}.`
    : ''

/** Returns the facts of a code of ISO 3166, `NO-30` or `CS`; null if ISO never had it, or if it is a country's in force. */
export const factsOfCode = (code: string, codes: CodeBook): CodeFacts | null => {
  const known = codes.of(code)
  if (known === null) return null
  const text = sentencesOf(known, codes)
  return known.retired === null
    ? { text: `${text} This catalog does not have it.`, isMissing: true }
    : { text, isMissing: false }
}

/** Returns the facts of a phrase in the form of a code, with the code if it is one of ISO 3166-2; null for a name. */
export const factsOfPhrase = (
  phrase: string,
  codes: CodeBook,
): (CodeFacts & { readonly iso: string | null }) | null => {
  const form = codeFormOf(phrase)
  const facts = form === null ? null : factsOfForm(phrase, form, [], codes)
  return facts === null ? null : { ...facts, iso: form?.iso?.code ?? null }
}

/** Returns what became of the units that had this name; null if there was none. */
export const factsOfFormer = (name: string, codes: CodeBook): string | null => {
  const former = unitsNamed(foldName(name), codes).filter(({ retired }) => retired !== null)
  return former.length === 0
    ? null
    : former
        .slice(0, MAX_TOLD)
        .map((known) => sentencesOf(known, codes))
        .join(' ')
}

/** Returns the units with this name, without those that kept it and only got another code. */
export const unitsNamed = (folded: string, codes: CodeBook): readonly KnownCode[] =>
  codes.named(folded).filter(({ retired }) => {
    const now = retired?.became === 'same' ? codes.of(retired.codes[0]) : null
    return now === null || now.names.every((name) => foldName(name) !== folded)
  })

/** Names such as "Northern Province" were those of several countries. */
export const MAX_TOLD = 3

const NO_POSTAL_AREA =
  'This catalog has no such postal area. Postal areas come with OpenStreetMap extracts of countries where they are mapped (boundary=postal_code).'

const unknownCode = (written: string, { country, code }: IsoForm): string =>
  country === null
    ? `${written} has the form of an ISO 3166-2 code, but ${code.split('-')[0]} is not the code of any country.`
    : `${written} has the form of an ISO 3166-2 code, but ${regionName(country)} (${country}) has no code ${code}. Search for the name of the place.`

const sentencesOf = ({ code, names: [name], retired }: KnownCode, codes: CodeBook): string => {
  const [country, part] = code.split('-')
  const unit =
    part === undefined
      ? `the ISO 3166 code of ${name}`
      : `the ISO 3166-2 code of ${name} in ${regionName(country)}`
  if (retired === null) return `${code} is ${unit}.`
  return `${code} was ${unit} until ${retired.on}. ${changeOf(retired, codes)}`
}

const changeOf = ({ became, codes: successors, remark }: Retirement, codes: CodeBook): string => {
  const now = listed(
    successors.map((code) => `iso:${code} (${codes.of(code)?.names[0] ?? regionName(code)})`),
  )
  return `${BECAME[became]} ${now}${remark === null ? '' : `; ${remark}`}.`
}

const BECAME: Readonly<Record<Retirement['became'], string>> = {
  same: 'It became',
  part: 'Its land became part of',
  parts: 'Its land was divided among',
}
