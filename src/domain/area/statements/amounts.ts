/** Prices, numbers and delivery times beside names: "Germany (4.90 €), Austria in 2–3 working days". They say nothing about land. */
import { anyOf, compiledOnce, NO_LETTER_AFTER } from '../text/word-pattern.ts'
import type { Wording } from '../word-lists.ts'
import type { FormMatcher } from './form.ts'

export const withoutAmounts = (text: string, words: Wording, forms: Pick<FormMatcher, 'is'>): string => {
  if (!/\d/u.test(text)) return text
  const { inBrackets, behind } = amountPatterns(words)
  const plain = text.replaceAll(inBrackets, '')
  return plain.replaceAll(behind, (amount, at: number) => {
    // "Premium: 120 €" is no place with its price.
    const [key] = /[^.!?;:\n]*$/u.exec(plain.slice(Math.max(0, at - MAX_KEY), at)) ?? ['']
    return forms.is('other_key', key.trim()) ? amount : ''
  })
}

const MAX_KEY = 60

const amountPatterns = compiledOnce((words: Wording) => {
  const number = '\\d{1,6}(?:[.,]\\d{1,3})?'
  const range = `${number}(?:\\s?[-–/]\\s?${number})?`
  const currency = anyOf(words.currencies)
  const price = `(?:${currency}\\s?${range}|${range}\\s?${currency}${NO_LETTER_AFTER})(?:\\s?(?:/|${anyOf(words.per)}\\s)\\s?\\p{L}+)?`
  const time = `${range}[\\s-]?${anyOf(words.delivery_times, '\\s')}${NO_LETTER_AFTER}`
  const amount = `(?:${anyOf(words.amount_openings, '\\s')}\\s){0,2}(?:${price}|${time})`
  // Only at the end of an item: "within two hours of Denver" is a distance.
  const end = '(?=\\s*(?:[,;\\n]|\\.(?:\\s|$)|$))'
  return {
    inBrackets: new RegExp(`\\s*\\(${amount}(?:\\s?[,;/+]\\s?${amount})?\\)`, 'giu'),
    behind: new RegExp(`(?:(?<=[\\p{L})])\\s+|\\s*[,:–—]\\s+)${amount}${end}`, 'giu'),
  }
})
