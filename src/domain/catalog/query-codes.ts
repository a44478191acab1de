/** Queries that are codes or ids: "US-TX", "840", "06037", "Q347", 🇫🇷, the address of a relation. */
import { memo } from '../../util/memo.ts'
import { codeOfFlag, countryOfCode } from '../boundary/country-codes.ts'
import { type BoundaryReference, parseBoundaryReference } from '../boundary/id.ts'
import { bareCode, type CodeForm, codeFormOf, type IsoForm } from './code-forms.ts'
import type { Grade } from './match-quality.ts'

export interface QueryCodes {
  readonly references: readonly CodeReference[]
  /** When the query can only be a code: always, because no name looks like it; only if a boundary has the code; or never. */
  readonly areCertain: 'always' | 'where known' | 'never'
  /** The form of a code that no boundary need have; null for names and ids. */
  readonly form: CodeForm | null
}

export interface CodeReference {
  readonly reference: BoundaryReference
  readonly grade: Grade
  /** True for letters that are likelier a word, "Chur", than a code without its dash. */
  readonly isWord?: boolean
}

/** Cached, as a search and its hint ask several times. */
export const queryCodesOf = memo((text): QueryCodes => {
  const code = text.trim()
  const flag = codeOfFlag(code)
  if (flag !== null) return certain({ by: 'iso', code: flag })
  const form = codeFormOf(code)
  const inCapitals = isInCapitals(code)
  if (form?.iso != null) return ofIsoForm(form, form.iso, inCapitals)
  const plain = form === null ? code : bareCode(code)
  const bare = BARE_CODES.find(({ pattern }) => pattern.test(plain))
  if (bare !== undefined) {
    const reference = bare.read(plain)
    const grade = inCapitals ? bare.inCapitals : bare.grade
    const { isWord = false } = bare
    return { references: reference === null ? [] : [{ reference, grade, isWord }], areCertain: 'never', form }
  }
  if (form !== null) return { references: [], areCertain: 'never', form }
  const reference = parseBoundaryReference(code)
  return 'problem' in reference ? NO_CODES : certain(reference)
})

export const NO_CODES: QueryCodes = { references: [], areCertain: 'never', form: null }

const certain = (reference: BoundaryReference): QueryCodes => ({
  references: [{ reference, grade: 'code as written' }],
  areCertain: 'always',
  form: null,
})

const isInCapitals = (code: string): boolean => code === code.toUpperCase()

const ofIsoForm = (
  form: CodeForm,
  { code, country, separator }: IsoForm,
  inCapitals: boolean,
): QueryCodes => ({
  references:
    country === null
      ? []
      : [{ reference: { by: 'iso', code }, grade: GRADES[separator][inCapitals ? 'inCapitals' : 'other'] }],
  areCertain: separator === 'dash' ? 'where known' : 'never',
  form,
})

/** Joined codes are NUTS codes as well: FR10 is Île-de-France there, and FR-10 is Aube. */
const GRADES: Readonly<Record<IsoForm['separator'], Readonly<Record<'inCapitals' | 'other', Grade>>>> = {
  dash: { inCapitals: 'code as written', other: 'code' },
  space: { inCapitals: 'code', other: 'code' },
  none: { inCapitals: 'words', other: 'words' },
}

interface BareCode {
  readonly pattern: RegExp
  readonly read: (code: string) => BoundaryReference | null
  /** True for letters that are likelier a word than the parts of a code without the dash. */
  readonly isWord?: true
  /** Rank of a match against names. */
  readonly grade: Grade
  readonly inCapitals: Grade
}

const countryByCode = (code: string): BoundaryReference | null => {
  const alpha2 = countryOfCode(code)
  return alpha2 === null ? null : { by: 'iso', code: alpha2 }
}

/** Codes that may also be names. */
const BARE_CODES: readonly BareCode[] = [
  { pattern: /^[a-z]{2,3}$/i, read: countryByCode, grade: 'country code', inCapitals: 'code as written' },
  // Postcodes also have three or five digits.
  { pattern: /^\d{3}$/, read: countryByCode, grade: 'code', inCapitals: 'code' },
  { pattern: /^\d{5}$/, read: (code) => ({ by: 'fips', code }), grade: 'code', inCapitals: 'code' },
  {
    pattern: /^[a-z]{4,5}$/i,
    read: (code) => subdivision(code.slice(0, 2), code.slice(2)),
    // "Chur" is a town, not Uri (CH-UR).
    isWord: true,
    grade: 'words',
    inCapitals: 'code',
  },
]

const subdivision = (alpha2: string, part: string): BoundaryReference | null =>
  countryOfCode(alpha2) === null
    ? null
    : { by: 'iso', code: `${countryOfCode(alpha2)}-${part.toUpperCase()}` }
