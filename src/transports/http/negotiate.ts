/** Content negotiation by Accept-* headers (RFC 9110 §12.5). */
import type { Coding } from '../../util/compression.ts'
import { memo } from '../../util/memo.ts'

interface Preference {
  readonly value: string
  readonly quality: number
}

/** Parses `de, en;q=0.8`, best first; refused values (q=0) are included with quality 0. */
const preferences = (header: string): readonly Preference[] =>
  header
    .split(',')
    .map((part) => {
      const [value, ...parameters] = part.split(';').map((piece) => piece.trim())
      const weight = parameters.find((parameter) => /^q=/i.test(parameter))
      const quality = weight === undefined ? 1 : Number(weight.slice(2))
      return { value, quality: quality >= 0 && quality <= 1 ? quality : 0 }
    })
    .filter(({ value }) => value !== '')
    .sort((a, b) => b.quality - a.quality)

/** Supported encodings, the smaller first. */
const CODINGS: readonly Coding[] = ['br', 'gzip']

/** Returns the content coding to use; null for none. Of equal preferences the smaller one wins. */
export const acceptedCoding: (header: string) => Coding | null = memo((header) => {
  const wanted = preferences(header.toLowerCase())
  const qualityOf = (coding: string): number =>
    (wanted.find(({ value }) => value === coding) ?? wanted.find(({ value }) => value === '*'))?.quality ?? 0
  const best = Math.max(...CODINGS.map(qualityOf))
  // If `identity` is listed, a coding must have at least its quality.
  const identity = wanted.find(({ value }) => value === 'identity')?.quality ?? 0
  return best > 0 && best >= identity ? (CODINGS.find((coding) => qualityOf(coding) === best) ?? null) : null
})

/** True if the client prefers HTML over JSON, as browsers do when they open an address. */
export const prefersHtml: (header: string) => boolean = memo((header) => {
  const wanted = preferences(header.toLowerCase())
  const qualityOf = (type: string): number => wanted.find(({ value }) => value === type)?.quality ?? 0
  return qualityOf('text/html') > 0 && qualityOf('text/html') >= qualityOf('application/json')
})

const MAX_LANGUAGES = 8
const LANGUAGE_TAG = /^[a-z]{1,8}(-[a-z0-9]{1,8}){0,4}$/i

/** Returns language tags in canonical case, best first, without `*` and invalid tags. */
export const acceptedLanguages: (header: string) => readonly string[] = memo((header) => [
  ...new Set(
    preferences(header)
      .filter(({ value, quality }) => quality > 0 && LANGUAGE_TAG.test(value))
      .slice(0, MAX_LANGUAGES)
      .flatMap(({ value }) => canonicalTag(value)),
  ),
])

const canonicalTag = (tag: string): readonly string[] => {
  try {
    return Intl.getCanonicalLocales(tag)
  } catch {
    return []
  }
}
