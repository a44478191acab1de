/**
 * Cleans the texts of tags before they are stored and shown: removes characters that end a text for a database, control a
 * terminal, reverse the text around them or only make it another text, and limits the size for any file. Changes are reported
 * for each object.
 */
import { firstListed } from '../../util/join-words.ts'
import { once } from '../../util/once.ts'
import type { Tags } from './pbf/tags.ts'

export interface CleanTags {
  readonly tags: Tags
  /** The changes as sentences; empty if nothing changed. */
  readonly changes: readonly string[]
}

/** OpenStreetMap's own limit for a value: https://wiki.openstreetmap.org/wiki/API_v0.6#Map_data_limits */
const MAX_VALUE_CHARACTERS = 255
/** Countries with every name in every language have about 700. */
const MAX_NAMES = 2_000

/** `of` identifies an object that is not the boundary itself: " of its label". O(n) in the characters. */
export const cleanTags = (tags: Tags, of = ''): CleanTags => {
  const clean: Record<string, string> = Object.create(null)
  const stripped: string[] = []
  const cut: string[] = []
  let values = 0
  for (const key of Object.keys(tags)) {
    const text = withoutInvisible(tags[key])
    clean[key] = withinLength(text)
    values += valueCount(clean[key])
    if (text !== tags[key].trim()) stripped.push(key)
    if (clean[key] !== text) cut.push(key)
  }
  const left = values > MAX_NAMES ? dropFurther(clean) : 0
  return {
    tags: clean,
    changes: [
      ...(stripped.length > 0
        ? [`Invisible characters were removed from ${firstListed(stripped, MAX_NAMED)}${of}.`]
        : []),
      ...(cut.length > 0
        ? [`Cut to ${MAX_VALUE_CHARACTERS} characters: ${firstListed(cut, MAX_NAMED)}${of}.`]
        : []),
      ...(left > 0
        ? [
            `${left.toLocaleString('en')} of its tags${of} were left out: together they have more than ${MAX_NAMES.toLocaleString('en')} values.`,
          ]
        : []),
    ],
  }
}

/** Line and column breaks: they separate words. */
const BREAKS = /[\t-\r\u0085\u2028\u2029]+/gu
/**
 * Other control characters and noncharacters; characters without a shape, such as word joiners and embeddings of text
 * direction, except those below and those that choose the shape of a letter.
 */
const INVISIBLE = /[\p{Cc}\p{NChar}\ufff9-\ufffb[\p{DI}--[\p{VS}\u034F\u061C\u200B-\u200F]]]/gv
/** Matches the characters, except between letters of these scripts (ISO 15924). */
const outside = (characters: string, scripts: string): RegExp => {
  const letter = `[[\\p{L}\\p{M}]&&[${scripts.replace(/(\w+) ?/g, '\\p{scx=$1}')}]]`
  return new RegExp(`(?<!${letter})${characters}|${characters}(?!${letter})`, 'gv')
}
/** Joiners choose shapes of letters: https://www.unicode.org/reports/tr31/#Layout_and_Format_Control_Characters */
const joiners = once(() =>
  outside('[\\u200C\\u200D]', 'Arab Syrc Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Mymr Khmr'),
)
/** Zero-width spaces separate words where no spaces do: https://www.unicode.org/reports/tr14/#ZW */
const dividers = once(() => outside('\\u200B', 'Khmr Laoo Mymr Thai'))
/** Direction marks order the signs beside a right-to-left word; within a word, at the edges and in other texts they do nothing. */
const MARKS = /[\u061C\u200E\u200F]+/g
const IDLE_MARKS =
  /(?<=[\p{L}\p{M}])[\u061C\u200E\u200F]+(?=[\p{L}\p{M}])|^[\s\u061C\u200E\u200F]+|[\s\u061C\u200E\u200F]+$/gu
const RIGHT_TO_LEFT = /[\p{L}&&[\p{scx=Arab}\p{scx=Hebr}\p{scx=Syrc}\p{scx=Thaa}\p{scx=Nkoo}]]/v

/** All of the above, and a little more: a quick test, because nearly every text is clean. */
const SUSPECT = /[\p{Cc}\p{Cf}\p{DI}\p{Zl}\p{Zp}\p{NChar}]|^\s|\s$/u

const withoutInvisible = (text: string): string =>
  SUSPECT.test(text)
    ? text
        .replace(BREAKS, ' ')
        .replace(INVISIBLE, '')
        .replace(joiners(), '')
        .replace(dividers(), '')
        .replace(RIGHT_TO_LEFT.test(text) ? IDLE_MARKS : MARKS, '')
        .trim()
    : text

const withinLength = (text: string): string => {
  if (text.length <= MAX_VALUE_CHARACTERS) return text
  const characters = Array.from(text.slice(0, 2 * MAX_VALUE_CHARACTERS + 1))
  return characters.length <= MAX_VALUE_CHARACTERS
    ? text
    : characters.slice(0, MAX_VALUE_CHARACTERS).join('').trimEnd()
}

/** Several values of one key are separated by semicolons. */
const valueCount = (text: string): number => text.split(';').length

/** Removes surplus tags, translations first; returns their number. */
const dropFurther = (tags: Record<string, string>): number => {
  const isPlain = (key: string): boolean => !key.includes(':')
  const keys = Object.keys(tags)
  let values = 0
  let dropped = 0
  for (const key of [...keys.filter(isPlain), ...keys.filter((key) => !isPlain(key))]) {
    values += valueCount(tags[key])
    if (values <= MAX_NAMES) continue
    delete tags[key]
    dropped++
  }
  return dropped
}

const MAX_NAMED = 3
