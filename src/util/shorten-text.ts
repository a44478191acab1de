import { maskSecrets } from './mask-secrets.ts'

/**
 * Shortens the text to `max` UTF-16 units with an ellipsis, without splitting surrogate pairs. Masks secrets before, because
 * half a secret is not recognized any more.
 */
export const shortened = (text: string, max: number): string => {
  if (text.length <= max) return text
  return cutWithEllipsis(maskSecrets(text).text, max)
}

const cutWithEllipsis = (text: string, max: number): string => {
  if (text.length <= max) return text
  const end = isHighSurrogate(text.charCodeAt(max - 2)) ? max - 2 : max - 1
  return `${text.slice(0, end).trimEnd()}…`
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00
