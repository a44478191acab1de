/**
 * Lines that head others: "# Territory" and "Sales area" name the area, "Exclusions:" leaves out what follows, "## Iowa" is where the lines
 * below it lie.
 */
import type { FormMatcher } from './form.ts'

type Words = Pick<FormMatcher, 'is' | 'beginning'>

export const inPlainLines = (text: string, words: Words): string => {
  const lines = text.split('\n')
  if (lines.length < 2) return text
  const plain: string[] = []
  let isFirst = true
  for (const [at, line] of lines.entries()) {
    const { mark, title, rest } = headingIn(line, words)
    const hasMore = rest !== '' || lines.slice(at + 1).some((each) => each.trim() !== '')
    const isInside = isFirst && words.is('in_title', title)
    if (rest === '' && hasMore && (words.is('area_title', title) || isInside)) continue
    if (isInside && line.includes(':')) plain.push(rest)
    else if (!isFirst && words.is('out_title', title) && hasMore) plain.push('', `excluding: ${rest}`)
    else if (mark !== '' && rest === '' && hasMore) plain.push('', `${title}:`)
    else plain.push(line)
    if (line.trim() !== '') isFirst = false
  }
  return plain.join('\n')
}

/** "## Iowa", "Exhibit B – Territory:", "Part B - Excluded: Medway". */
const headingIn = (
  line: string,
  words: Words,
): { readonly mark: string; readonly title: string; readonly rest: string } => {
  const [, mark = '', written = ''] = /^\s*(#{1,6}\s+)?(.*)$/u.exec(line) ?? []
  const numbered = words.beginning('heading', written)
  const number = numbered === 0 ? null : NUMBER.exec(written.slice(numbered))
  const named = number === null ? written : written.slice(numbered + number[0].length)
  const [, title = '', rest = ''] = /^([^:]*):?\s*(.*)$/u.exec(named) ?? []
  return { mark, title: title.trim(), rest: rest.trim() }
}

/** "B –", "1:", "2 (", "1". */
const NUMBER = /^\s+[\p{L}\d]{1,4}\b\s*[-–—:.(]?\s*/u
