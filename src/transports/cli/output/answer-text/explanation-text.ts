/** Shows how a description was read, as a tree: readings, their sentences, phrases and candidates. */
import { type AnswerRow, isRow, numberIn, rowsIn, textIn } from './read-members.ts'

/** A line for each node, indented by two spaces a level; none without an explanation. */
export const explanationLines = (holder: AnswerRow): readonly string[] =>
  rowsIn(holder, 'explanation').flatMap((reading) => [
    `Read ${READINGS[textIn(reading, 'reading') ?? ''] ?? 'otherwise'}: ${textIn(reading, 'outcome')}.`,
    ...rowsIn(reading, 'sentences').flatMap(sentenceLines),
    ...rowsIn(reading, 'phrases').flatMap(phraseLines),
    ...rowsIn(reading, 'given_up').map((each) => `  ~ "${textIn(each, 'text')}": ${textIn(each, 'reason')}`),
    ...rowsIn(reading, 'refused').map((each) => `  ! "${textIn(each, 'text')}": ${textIn(each, 'reason')}`),
  ])

const READINGS: Readonly<Record<string, string>> = {
  forms: 'by forms of sentences',
  lists: 'as lists and exceptions',
  lead_in: 'with words of any kind before the first place',
}

const sentenceLines = (sentence: AnswerRow): readonly string[] => {
  const form = textIn(sentence, 'form')
  const about = textIn(sentence, 'about') === 'land' ? '' : ' (something else)'
  return [
    `  "${oneLine(textIn(sentence, 'text') ?? '')}"${about}`,
    ...(form === null ? [] : [`    form: ${form}`]),
    ...rowsIn(sentence, 'places').map(
      (place) =>
        `    ${textIn(place, 'slot')?.replaceAll('_', ' ')}: "${oneLine(textIn(place, 'text') ?? '')}"`,
    ),
  ]
}

const phraseLines = (phrase: AnswerRow): readonly string[] => {
  const level = textIn(phrase, 'level')
  const more = numberIn(phrase, 'more_candidates') ?? 0
  const candidates = rowsIn(phrase, 'candidates')
  return [
    `  ${textIn(phrase, 'role') === 'include' ? '+' : '−'} "${oneLine(textIn(phrase, 'text') ?? '')}"${level === null ? '' : `, level: ${level}`}${candidates.length === 0 ? ': no boundary' : ''}`,
    ...candidates.filter(isRow).map(candidateLine),
    ...(more > 0 ? [`      and ${more} more`] : []),
  ]
}

const candidateLine = (candidate: AnswerRow): string => {
  const country = textIn(candidate, 'country')
  const kind = textIn(candidate, 'kind')?.replaceAll('_', ' ')
  return `    ${candidate.chosen === true ? '→' : ' '} ${textIn(candidate, 'id')}  ${textIn(candidate, 'name')} (${kind}${country === null ? '' : `, ${country}`})`
}

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()
