/** What ISO 3166 says of a code, whether or not a boundary has it. */
import { countryOfCode } from '../boundary/country-codes.ts'

export interface CodeBook {
  /** Returns what the code means or meant: `NO-30`, `CS`; null if ISO 3166-2 never had it. Countries in force are not in the book. */
  readonly of: (code: string) => KnownCode | null
  /** Returns the codes whose official name, now or before, folds to this one. */
  readonly named: (folded: string) => readonly KnownCode[]
}

export interface KnownCode {
  readonly code: string
  /** The official name first. */
  readonly names: readonly string[]
  /** Null for a code in force. */
  readonly retired: Retirement | null
}

export interface Retirement {
  /** The day of the change, `2020-11-24`. */
  readonly on: string
  /** The unit has one of these codes now; or its land is part of that unit; or these units share its land. */
  readonly became: 'same' | 'part' | 'parts'
  readonly codes: readonly string[]
  /** A clause without a capital and a full stop. */
  readonly remark: string | null
}

/** Returns the former country whose alpha-2, alpha-3 or numeric code this is, in capitals as codes are; null for other texts. */
export const formerCountry = (text: string, codes: CodeBook): KnownCode | null => {
  const code = text.trim()
  if (!/^(?:[A-Z]{2,3}|\d{3})$/.test(code) || countryOfCode(code) !== null) return null
  const known = [codes.of(code), ...codes.named(code.toLowerCase())]
  return known.find((each) => each !== null && each.retired !== null && !each.code.includes('-')) ?? null
}

/** True if `iso` is the code of a unit that has only absorbed the one of `code`, or is only a part of it. */
export const isLaterUnit = (iso: string | null, code: string, codes: CodeBook): boolean => {
  if (iso === null || iso === code) return false
  const retired = codes.of(code)?.retired ?? null
  return retired !== null && retired.became !== 'same' && retired.codes.includes(iso)
}
