/**
 * Lines that head others: "# Territory" and "Sales area" name the area, "Exclusions:" leaves out what follows, "## Iowa" is where the lines
 * below it lie.
 */
import type { FormMatcher } from './form.ts'

type Words = Pick<FormMatcher, 'is' | 'beginning'>

export const inPlainLines = (text: string, words: Words): string => {
  const lines = withoutNone(text.replaceAll(UNDERLINED, '# $1'), words).map((line) =>
    withoutLabel(line, words),
  )
  if (lines.length < 2) return lines[0]
  const plain: string[] = []
  let isFirst = true
  for (const [at, line] of lines.entries()) {
    const { mark, isNumbered, title, rest } = headingIn(line, words)
    const hasMore = rest !== '' || lines.slice(at + 1).some((each) => each.trim() !== '')
    const isInside = isFirst && words.is('in_title', title)
    if (rest === '' && hasMore && (words.is('area_title', title) || isInside)) continue
    // "SCHEDULE 1" on a line of its own.
    if (isNumbered && title === '' && rest === '' && hasMore) continue
    if (isInside && line.includes(':')) plain.push(rest)
    else if (!isFirst && words.is('out_title', title) && hasMore) plain.push('', `excluding: ${rest}`)
    else if (mark !== '' && rest === '' && hasMore) plain.push('', `${title}:`)
    else plain.push(line)
    if (line.trim() !== '') isFirst = false
  }
  return plain.join('\n')
}

/** A heading with a line of signs below it. */
const UNDERLINED = /^([^\n]{3,60})\n[=-]{3,}$/gmu

/** "Exceptions: none", "### Exceptions" above "none". */
const withoutNone = (text: string, words: Words): readonly string[] => {
  const lines = text.split('\n')
  const isNone = (said: string): boolean => words.is('none', said.replace(/[.!]$/u, '').trim())
  const kept: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const { title, rest } = headingIn(lines[at], words)
    const next = rest === '' ? lines.findIndex((line, behind) => behind > at && line.trim() !== '') : -1
    const isEmpty = words.is('out_title', title) && (isNone(rest) || (next !== -1 && isNone(lines[next])))
    if (!isEmpty) kept.push(lines[at])
    else if (next !== -1) at = next
  }
  return kept.length === 0 ? lines : kept
}

/** "## Iowa", "Exhibit B – Territory:", "Part B - Excluded: Medway". */
const headingIn = (
  line: string,
  words: Words,
): {
  readonly mark: string
  readonly isNumbered: boolean
  readonly title: string
  readonly rest: string
} => {
  const [, mark = '', written = ''] = /^\s*(#{1,6}\s+)?(.*)$/u.exec(line) ?? []
  const numbered = words.beginning('heading', written)
  const number = numbered === 0 ? null : NUMBER.exec(written.slice(numbered))
  const named = number === null ? written : written.slice(numbered + number[0].length)
  const [, title = '', rest = ''] = /^([^:]*):?\s*(.*)$/u.exec(named) ?? []
  return { mark, isNumbered: number !== null, title: title.replace(/\)\s*$/u, '').trim(), rest: rest.trim() }
}

/** "Rate zone A — Hesse", "Zona 7 = Bergamo", "Schedule 1: the states of Ohio and Iowa": what stands behind the label. */
const withoutLabel = (line: string, words: Words): string => {
  const [indent] = /^\s*/u.exec(line)!
  const written = line.slice(indent.length)
  const labelled = words.beginning('region_word', written)
  if (labelled === 0) return line
  const number = words.beginning('number', written.slice(labelled).trimStart())
  const [, gap] = /^(\s*)/u.exec(written.slice(labelled))!
  const behind = written.slice(labelled + (number === 0 ? 0 : gap.length + number))
  const sign = (number === 0 ? SIGN : LABEL_SIGN).exec(behind)
  return sign === null ? line : `${indent}${behind.slice(sign[0].length)}`
}

const SIGN = /^\s*=\s+(?=\S)/u
const LABEL_SIGN = /^\s*(?:[=:–—]|-(?=\s))\s*(?=\S)/u

/** "B –", "1:", "2 (", "1". */
const NUMBER = /^\s+[\p{L}\d]{1,4}\b\s*[-–—:.(]?\s*/u
