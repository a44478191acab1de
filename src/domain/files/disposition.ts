/** Names for downloaded files, from names of places, which may hold anything. */

const MAX_CHARACTERS = 80

/** What file systems refuse, what would lead out of a directory, and controls (Cc, Cf: a text direction can hide an extension). */
const UNFIT = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu

/**
 * Content-Disposition of a file to be saved (RFC 6266 §4): the name in full as RFC 8187 writes it, and before it the
 * same without its accents, for clients that only know the older form.
 * @param stem of the file's name, as people call the place
 * @param fallback stem in ASCII, where little is left of the other
 */
export const attachment = (stem: string, fallback: string, extension: string): string => {
  const full = fileName(stem)
  const ascii = fileName(full.normalize('NFKD').replace(/[^\x20-\x7e]/g, ''))
  const plain = ascii.length * 2 >= full.length && ascii !== '' ? ascii : fallback
  return `attachment; filename="${plain}.${extension}"; filename*=UTF-8''${extValue(full || fallback)}.${extension}`
}

const fileName = (stem: string): string =>
  Array.from(stem.replace(UNFIT, ' '))
    .slice(0, MAX_CHARACTERS)
    .join('')
    .replace(/\s+/g, ' ')
    // A leading point hides a file, one at the end is lost on Windows.
    .replace(/^[ .]+|[ .]+$/g, '')

/** RFC 8187 §3.2.1: what `encodeURIComponent` leaves but attr-char has not. */
const extValue = (text: string): string =>
  encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
