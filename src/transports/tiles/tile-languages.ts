/** Reads `?languages=de,fr`: the languages whose names a tile carries besides the local one. */
import { problem } from '../../op/problem/problem.ts'
import type { Issue } from '../../op/problem/problem-facts.ts'

/** Each adds an attribute to every boundary of every tile. */
const MAX_LANGUAGES = 5

/** As in the keys of OpenStreetMap: `de`, `zh-Hant`, `sr-Latn`. */
const TAG = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/

export const isLanguageTag = (text: string): boolean => TAG.test(text)

/** Sorted and without repetitions, so that equal requests have equal tiles. @throws invalid_input */
export const readLanguages = (query: string): readonly string[] => {
  const fields = new URLSearchParams(query)
  const tags = fields
    .getAll('languages')
    .flatMap((text) => text.split(','))
    .filter((tag) => tag !== '')
  const issues = [
    ...[...new Set(fields.keys())].filter((name) => name !== 'languages').map(unknownField),
    ...tags.filter((tag) => !isLanguageTag(tag)).map(invalidTag),
    ...(new Set(tags).size > MAX_LANGUAGES ? [tooMany] : []),
  ]
  if (issues.length > 0) throw problem('invalid_input', { issues })
  return [...new Set(tags)].sort()
}

/** The base map has no variants. @throws invalid_input */
export const refuseParameters = (query: string): void => {
  const names = new Set(new URLSearchParams(query).keys())
  if (names.size > 0) throw problem('invalid_input', { issues: [...names].map(unknownFieldOfBase) })
}

const unknownFieldOfBase = (name: string): Issue =>
  issue(name, 'Tiles of the base map take no parameters.', 'unknown_field')

const issue = (path: string, message: string, code: string): Issue => ({ path, message, code })

const unknownField = (name: string): Issue =>
  issue(name, 'Tiles take no parameter but languages.', 'unknown_field')

const INVALID = 'Write language tags with commas between them, such as "de,zh-Hant".'
const invalidTag = (): Issue => issue('languages', INVALID, 'invalid_format')

const tooMany = issue('languages', `At most ${MAX_LANGUAGES} languages are possible.`, 'too_big')
