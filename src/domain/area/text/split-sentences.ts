/** Splits a text into sentences. Lists span lines; a full stop after an abbreviation or a number ends nothing. */
import type { SentencePatterns } from './sentence-patterns.ts'

type SplittingPatterns = Pick<
  SentencePatterns,
  'abbreviation' | 'title' | 'goesOn' | 'definition' | 'keyed' | 'numbered'
>

export const splitSentences = (text: string, patterns: SplittingPatterns): readonly string[] =>
  paragraphsOf(text, patterns).flatMap((paragraph) => {
    const sentences: string[] = []
    let from = 0
    for (const { 0: stop, index } of paragraph.matchAll(SENTENCE_END)) {
      const before = /\S+$/u.exec(paragraph.slice(from, index + 1))?.[0] ?? ''
      const isAbbreviation =
        patterns.abbreviation.test(before) && !(CODE.test(before) && /\p{Ll}/u.test(paragraph))
      if (stop.startsWith('.') && !stop.includes('\n') && isAbbreviation) continue
      sentences.push(paragraph.slice(from, index + stop.length))
      from = index + stop.length
    }
    return withTitles(
      [...sentences, paragraph.slice(from)].filter((sentence) => sentence.trim() !== ''),
      patterns,
    )
  })

/** "2.1 Territory. Spain and France.": joins a title to the next sentence. */
const withTitles = (
  sentences: readonly string[],
  { title }: Pick<SplittingPatterns, 'title'>,
): readonly string[] =>
  sentences.flatMap((sentence, index) => {
    const before = sentences[index - 1] ?? ''
    if (title.test(sentence) && index < sentences.length - 1) return []
    return title.test(before) ? [`${before.trim().replace(/\.$/u, '')}: ${sentence}`] : [sentence]
  })

/** Joins lines that belong together: list items stay with their introduction. */
const paragraphsOf = (text: string, patterns: SplittingPatterns): readonly string[] => {
  const paragraphs: string[] = []
  let isNew = true
  for (const line of text.replaceAll(/\r\n?/gu, '\n').split('\n')) {
    const before = paragraphs.at(-1)
    if (line.trim() === '') {
      // An empty line may separate list items; "consists of:" continues after it.
      isNew = before !== undefined && !patterns.goesOn.test(before)
    } else if (before === undefined || isNew || startsAnew(before, line, patterns)) {
      paragraphs.push(line)
      isNew = false
    } else {
      paragraphs[paragraphs.length - 1] = `${before}\n${line}`
      isNew = false
    }
  }
  return paragraphs
}

const startsAnew = (
  before: string,
  line: string,
  { definition, keyed, numbered }: Pick<SplittingPatterns, 'definition' | 'keyed' | 'numbered'>,
): boolean => {
  if (definition.test(line)) return true
  return keyed.test(line)
    ? !/[:,]\s*$/u.test(before) && !isKeyedList(before, keyed)
    : numbered.test(line) && /[.!?]["”’)]*\s*$/u.test(before)
}

/** "The following prefectures: / Kanto: Tokyo / Kansai: Osaka": one list. */
const isKeyedList = (before: string, keyed: RegExp): boolean => {
  const lines = before.split('\n').filter((line) => line.trim() !== '')
  return lines.slice(0, -1).some((line) => /:\s*$/u.test(line)) && keyed.test(lines.at(-1) ?? '')
}

const SENTENCE_END = /[.!?。][”"’')\]]*(?:\s+(?=\S)|\s*$)/gu
/** "OK and MT." */
const CODE = /^[A-Z]{2}\.$/u
