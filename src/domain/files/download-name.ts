/** File names of downloads, made from names of places, which may contain any character. */

const MAX_CHARACTERS = 80

/**
 * Characters that file systems refuse or that would leave the directory, and control characters (Cc, Cf: a text direction
 * can hide an extension).
 */
const UNFIT = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu

/** Names of devices on Windows, with any extension (https://learn.microsoft.com/windows/win32/fileio/naming-a-file). */
const DEVICE = /^(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³])(?=\.|$)/i

/**
 * Returns the Content-Disposition of a download (RFC 6266 §4): the full name in RFC 8187 encoding, preceded by the name
 * without accents for clients that support only the older form.
 *
 * @param stem of the file's name: the usual name of the place
 * @param fallback ASCII stem, used if little of the other is ASCII
 */
export const attachment = (stem: string, fallback: string, extension: string): string => {
  const full = dispositionFileName(stem)
  const ascii = dispositionFileName(full.normalize('NFKD').replace(/[^\x20-\x7e]/g, ''))
  const plain = ascii.length * 2 >= full.length && ascii !== '' ? ascii : fallback
  return `attachment; filename="${plain}.${extension}"; filename*=UTF-8''${extValue(full || fallback)}.${extension}`
}

const dispositionFileName = (stem: string): string =>
  Array.from(stem.replace(UNFIT, ' '))
    .slice(0, MAX_CHARACTERS)
    .join('')
    .replace(/\s+/g, ' ')
    // A leading dot hides a file; Windows drops a trailing one.
    .replace(/^[ .]+|[ .]+$/g, '')
    .replace(DEVICE, '$&_')

/** RFC 8187 §3.2.1: characters that `encodeURIComponent` leaves but attr-char excludes. */
const extValue = (text: string): string =>
  encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
