/** Queries that are codes or ids: "US-TX", "840", "06037", "Q347", 🇫🇷, the address of a relation. */
import { codeOfFlag, countryOfCode } from '../boundary/country-codes.ts'
import { type BoundaryReference, parseBoundaryReference } from '../boundary/id.ts'
import type { Grade } from './match.ts'

export interface QueryCodes {
  readonly references: readonly { readonly reference: BoundaryReference; readonly grade: Grade }[]
  /** When the query can only be a code: always, because no name looks like it; only if a boundary has the code; or never. */
  readonly areCertain: 'always' | 'where known' | 'never'
}

export const queryCodesOf = (text: string): QueryCodes => {
  const code = text.trim()
  const flag = codeOfFlag(code)
  if (flag !== null) return certain({ by: 'iso', code: flag })
  const form = BARE_CODES.find(({ pattern }) => pattern.test(code))
  if (form !== undefined) {
    const reference = form.read(code)
    const grade = code === code.toUpperCase() ? form.inCapitals : form.grade
    const areCertain = code.includes('-') ? 'where known' : 'never'
    return reference === null ? NO_CODES : { references: [{ reference, grade }], areCertain }
  }
  const reference = parseBoundaryReference(code)
  return 'problem' in reference ? NO_CODES : certain(reference)
}

export const NO_CODES: QueryCodes = { references: [], areCertain: 'never' }

const certain = (reference: BoundaryReference): QueryCodes => ({
  references: [{ reference, grade: 'code as written' }],
  areCertain: 'always',
})

interface BareCode {
  readonly pattern: RegExp
  readonly read: (code: string) => BoundaryReference | null
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
  { pattern: /^[a-z]{2,3}$/i, read: countryByCode, grade: 'code', inCapitals: 'code as written' },
  // Postcodes also have three or five digits.
  { pattern: /^\d{3}$/, read: countryByCode, grade: 'code', inCapitals: 'code' },
  { pattern: /^\d{5}$/, read: (code) => ({ by: 'fips', code }), grade: 'code', inCapitals: 'code' },
  {
    pattern: /^[a-z]{2}-[a-z0-9]{1,3}$/i,
    read: (code) => subdivision(code.slice(0, 2), code.slice(3)),
    grade: 'code',
    inCapitals: 'code as written',
  },
  {
    pattern: /^[a-z]{2} ?[a-z0-9]{2,3}$/i,
    read: (code) => subdivision(code.slice(0, 2), code.slice(2).trim()),
    grade: 'code',
    inCapitals: 'code',
  },
]

const subdivision = (alpha2: string, part: string): BoundaryReference | null =>
  countryOfCode(alpha2) === null
    ? null
    : { by: 'iso', code: `${countryOfCode(alpha2)}-${part.toUpperCase()}` }
