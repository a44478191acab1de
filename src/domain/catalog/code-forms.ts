/** Texts in the form of a code: of ISO 3166-2 however it is typed, a postcode, or one of the statistical codes. */
import { countryOfCode } from '../boundary/country-codes.ts'
import type { CodeBook } from './iso-code-book.ts'

export interface CodeForm {
  /** Completes "… has the form of". */
  readonly name: string
  readonly isPostcode: boolean
  /** The text as a code of ISO 3166-2, `US-CA`, if it may be one. */
  readonly iso: IsoForm | null
  /** False for letters that may also be a name, unless ISO 3166-2 has the code: "AL AIN", "al-bab". */
  readonly isCertain: boolean
}

export interface IsoForm {
  readonly code: string
  /** Null if the first letters are no country's. */
  readonly country: string | null
  /** True for letters that are only reserved for the country: "EL-TOR" is a town in Egypt. */
  readonly isReserved: boolean
  /** What separates country and subdivision; `dash` is any dash of Unicode, an underscore, a slash, a full stop or a colon. */
  readonly separator: 'dash' | 'space' | 'none'
}

/** Returns the form of a text; null if it is a name, an id, or letters without a separator ("DEBY"). */
export const codeFormOf = (text: string): CodeForm | null => {
  if (text.length > MAX_LENGTH || !MAY_BE_CODE.test(text)) return null
  const code = bareCode(text)
  const iso = isoFormOf(code)
  const other = OTHER_FORMS.find(({ pattern }) => pattern.test(code))
  const hasDigit = /\d/.test(code)
  if (iso !== null && iso.separator !== 'none') {
    const isCertain = hasDigit || (iso.separator === 'dash' && isInCapitals(code) && !iso.isReserved)
    return { name: 'an ISO 3166-2 code', isPostcode: false, iso, isCertain }
  }
  if (other !== undefined)
    return {
      name: other.name,
      isPostcode: other.isPostcode === true,
      iso,
      isCertain: hasDigit || isInCapitals(code),
    }
  return iso === null || !hasDigit
    ? null
    : { name: 'an ISO 3166-2 code without its dash', isPostcode: false, iso, isCertain: true }
}

/** True for a text that is no name: "US-ZZ", "FR 75", "gh-af", but not "al-bab". */
export const isCode = ({ isCertain, iso }: CodeForm, codes: CodeBook): boolean =>
  isCertain || (iso !== null && codes.of(iso.code) !== null)

/** Returns the code without invisible characters, brackets, and the name of its system: "ISO 3166-2:FR-75", "(US-CA)", "NUTS DE21". */
export const bareCode = (text: string): string => {
  const plain = text.normalize('NFKC').replace(INVISIBLE, '').replace(EDGES, '')
  const code = plain.replace(SYSTEM, '')
  return /\d/.test(code) || isInCapitals(code) ? code : plain
}

const INVISIBLE = /\p{Cf}/gu
const EDGES = /^[\s\p{Ps}\p{Pi}"']+|[\s\p{Pe}\p{Pf}"'.,;:]+$/gu
const SYSTEM =
  /^(?:iso[ -]?3166(?:-[12])?[\s:]+|(?:iso|nuts(?:[ -]?[0-3])?|fips|gadm|hasc|zip(?: code)?|plz|postcode|postal code)\s+)(?=\S)/i

const MAX_LENGTH = 40

/** NUTS codes of three letters; UKI is the United Kingdom and Ireland as well. */
const NUTS_OF_LETTERS = /^(?:UK[C-HJ-N]|FR[B-MY]|DE[A-G])$/

/** A digit, also a wide one, or few letters in two parts at the end: most names have neither. */
const MAY_BE_CODE = new RegExp(
  `\\p{Nd}|(?:^|[^\\p{L}])\\p{L}{2,3}[^\\p{L}]+\\p{L}{1,3}[^\\p{L}]*$|${NUTS_OF_LETTERS.source}`,
  'u',
)

const isInCapitals = (code: string): boolean => code === code.toUpperCase()

const isoFormOf = (code: string): IsoForm | null => {
  const [, letters, between, part] = PAIR.exec(code) ?? []
  if (letters === undefined) return null
  const separator = between === '' ? 'none' : between.trim() === '' ? 'space' : 'dash'
  const country = countryOfCode(letters)
  if (country === null && (separator !== 'dash' || letters.length === 3)) return null
  if (letters.length === 3 && separator !== 'dash') return null
  const isReserved = country !== null && letters.length === 2 && country !== letters.toUpperCase()
  return { code: `${country ?? letters}-${part}`.toUpperCase(), country, isReserved, separator }
}

/** Alpha-2, or alpha-3 before a dash, and up to three letters or digits. */
const PAIR = /^([a-z]{2,3})(\s*[\p{Pd}−_/.:]\s*|\s*)([a-z\d]{1,3})$/iu

/** Countries of the European Union's statistics, and their letters there. */
const NUTS =
  'A[LT]|B[EG]|C[HYZ]|D[EK]|E[ELS]|F[IR]|H[RU]|I[EST]|L[ITUV]|M[EKT]|N[LO]|P[LT]|R[OS]|S[EIK]|TR|UK'

const NUTS_NAME = 'a NUTS code, a statistical region of Europe'

/** The first that fits names the form. */
const OTHER_FORMS: readonly {
  readonly name: string
  readonly pattern: RegExp
  readonly isPostcode?: true
}[] = [
  { name: 'a numeric country code of ISO 3166-1', pattern: /^\d{3}$/ },
  {
    name: 'a five-digit postcode, as in the United States, Germany and France',
    pattern: /^\d{5}$/,
    isPostcode: true,
  },
  { name: 'a postcode of digits', pattern: /^(?:\d{4}|\d{6})$/, isPostcode: true },
  { name: 'a postcode of the United States', pattern: /^\d{5}-\d{4}$/, isPostcode: true },
  { name: 'a Polish postcode', pattern: /^\d\d-\d{3}$/, isPostcode: true },
  { name: 'a Portuguese postcode', pattern: /^\d{4}-\d{3}$/, isPostcode: true },
  { name: 'a Brazilian postcode', pattern: /^\d{5}-\d{3}$/, isPostcode: true },
  { name: 'a Japanese postcode', pattern: /^〒?\d{3}-\d{4}$/, isPostcode: true },
  {
    name: 'a postcode, as in Sweden, Czechia, Slovakia and Greece',
    pattern: /^\d{3} \d\d$/,
    isPostcode: true,
  },
  { name: 'a British postcode', pattern: /^[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}$/i, isPostcode: true },
  { name: 'a Dutch postcode', pattern: /^\d{4} ?[a-z]{2}$/i, isPostcode: true },
  { name: 'a Canadian postcode', pattern: /^[a-z]\d[a-z][ -]?\d[a-z]\d$/i, isPostcode: true },
  { name: 'an Irish postcode', pattern: /^(?:[a-z]\d\d|d6w) ?[a-z\d]{4}$/i, isPostcode: true },
  { name: 'an Argentine postcode', pattern: /^[a-z]\d{4}[a-z]{3}$/i, isPostcode: true },
  {
    name: 'a postcode after a country or state',
    pattern: /^(?:[a-z]{2} ?\d{4,6}|[a-z]{1,3}-\d{2,5}[ -]?\d{2,4})$/i,
    isPostcode: true,
  },
  { name: 'the first half of a postcode', pattern: /^[a-z]{1,2}\d[a-z]$/i, isPostcode: true },
  { name: NUTS_NAME, pattern: new RegExp(`^(?:${NUTS})(?=.*\\d)[a-z\\d]{1,3}$`, 'i') },
  { name: NUTS_NAME, pattern: NUTS_OF_LETTERS },
  { name: 'a FIPS code of regions outside the United States', pattern: /^[a-z]{2}\d\d$/i },
  { name: 'a GADM id', pattern: /^[a-z]{3}(?:\.\d+)+(?:_\d)?$/i },
  { name: 'a code of several parts', pattern: /^[A-Z]{2,3}(?:[-_.][A-Z\d]{1,4}){2,4}$/ },
]
