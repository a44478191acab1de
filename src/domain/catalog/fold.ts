/**
 * Folds names for comparison: without case, accents and punctuation, in any script. "Curaçao", "CURACAO" and "curacao" are
 * one name; so are "København" and "Kobenhavn", and "الجزائر" with and without vowel signs.
 */

/** Returns words of letters, digits and vowel signs, in lower case, separated by one space. Folding is idempotent. */
export const foldName = (name: string): string => {
  if (PLAIN.test(name)) return name.toLowerCase()
  const known = KEPT.get(name)
  if (known !== undefined) return known
  const folded = foldSigns(name)
  if (KEPT.size >= MAX_KEPT) KEPT.clear()
  KEPT.set(name, folded)
  return folded
}

/** A search folds its text, and the names of what it finds, several times. */
const KEPT = new Map<string, string>()
const MAX_KEPT = 2_000

const foldSigns = (name: string): string =>
  withoutAbbreviations(name)
    .replace(APOSTROPHES, '')
    .replace(/&/g, ' and ')
    .normalize('NFKD')
    .replace(STRIPPED_MARKS, '')
    .toLowerCase()
    .replace(STRIPPED_MARKS, '')
    .replace(LETTERS_WITHOUT_DECOMPOSITION, (letter) => DECOMPOSED[letter])
    .replace(BETWEEN_WORDS, ' ')
    .trim()
    .normalize('NFC')

/** Compiling the expression takes a millisecond of a command, and few names have a full stop. */
const withoutAbbreviations = (name: string): string =>
  name.includes('.') ? name.replace(ABBREVIATION, (letters) => letters.replaceAll('.', '')) : name

/** Splits a folded name into words. */
export const wordsOf = (folded: string): readonly string[] => (folded === '' ? [] : folded.split(' '))

/** Removes the spaces of a folded name, for words typed together: "newyork" is "New York". */
export const squeeze = (folded: string): string => folded.replaceAll(' ', '')

/** Fast path: most names of the world need only lower case. */
const PLAIN = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/

/** "D.C.", "U.S.": full stops after single letters do not separate words. */
const ABBREVIATION = /(?<![\p{L}\p{M}])(?:\p{L}\.)+(?:\p{L}(?![\p{L}\p{M}]))?/gu

/**
 * Accents of Latin, Greek and Cyrillic (script "Inherited"), Hebrew points and Arabic vowel signs. In other scripts marks are
 * vowels or letters of their own (Devanagari, Thai) and stay, as do the marks that make another Japanese syllable.
 */
const STRIPPED_MARKS = /[[\p{M}&&[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}]]--[\u3099\u309A]]/gv

/** Letters that Unicode does not decompose, mapped to their plain spelling; Arabic and Hebrew variants of one letter; tatweel. */
const DECOMPOSED: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ə: 'e',
  ς: 'σ',
  ة: 'ه',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ـ: '',
  ך: 'כ',
  ם: 'מ',
  ן: 'נ',
  ף: 'פ',
  ץ: 'צ',
}
const LETTERS_WITHOUT_DECOMPOSITION = new RegExp(`[${Object.keys(DECOMPOSED).join('')}]`, 'gu')

/** People type "L'Aquila" and "Xi’an" with or without the sign, rarely with a space instead; `squeeze` finds that too. */
const APOSTROPHES = /['’ʼʻ‘`´ʹʺʾʿ׳״＇]/g

const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}]+/gu
