/** Reads `?languages=de,fr`: the languages whose names a tile carries besides the local one. */
import { problem } from '../../op/problem/problem.ts'
import type { Issue } from '../../op/problem/problem-details.ts'

/** Each adds an attribute to every boundary of every tile. */
const MAX_LANGUAGES = 5

/** As in the keys of OpenStreetMap: `de`, `zh-Hant`, `sr-Latn`. */
const TAG = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/

/** Sorted and without repetitions, so that equal requests have equal tiles. @throws invalid_input */
export const readLanguages = (query: string): readonly string[] => {
  const fields = new URLSearchParams(query)
  const tags = fields
    .getAll('languages')
    .flatMap((text) => text.split(','))
    .filter((tag) => tag !== '')
  const issues = [
    ...[...new Set(fields.keys())].filter((name) => name !== 'languages').map(unknownField),
    ...tags.filter((tag) => !TAG.test(tag)).map(invalidTag),
    ...(new Set(tags).size > MAX_LANGUAGES ? [tooMany] : []),
  ]
  if (issues.length > 0) throw problem('invalid_input', { issues })
  return [...new Set(tags)].sort()
}

const unknownField = (name: string): Issue => ({
  path: name,
  message: 'Tiles take no parameter but languages.',
  code: 'unknown_field',
})

const invalidTag = (): Issue => ({
  path: 'languages',
  message: 'Write language tags with commas between them, such as "de,zh-Hant".',
  code: 'invalid_format',
})

const tooMany: Issue = {
  path: 'languages',
  message: `At most ${MAX_LANGUAGES} languages are possible.`,
  code: 'too_big',
}
