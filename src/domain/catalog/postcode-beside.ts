/** A postcode before or after the name of a place: "10115 Berlin", "London SW1A 1AA". */
import { codeFormOf } from './code-forms.ts'

export interface PostcodeBeside {
  readonly postcode: string
  /** Completes "has the form of". */
  readonly form: string
  /** The text without it. */
  readonly name: string
}

/** Returns the postcode at an edge of the text; null if there is none, or nothing else. */
export const postcodeBeside = (text: string): PostcodeBeside | null => {
  const words = text.split(/[\s,;]+/u).filter((word) => word !== '')
  for (const count of [2, 1])
    for (const at of [0, words.length - count]) {
      const postcode = words.slice(at, at + count).join(' ')
      const name = words.toSpliced(at, count).join(' ')
      const form = at < 0 || !/\d/.test(postcode) ? null : codeFormOf(postcode)
      if (form?.isPostcode === true && /\p{L}{2}/u.test(name)) return { postcode, form: form.name, name }
    }
  return null
}
