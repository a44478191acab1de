/**
 * Names and codes of a boundary from its tags: the local name, one name for each language, and every search name.
 * https://wiki.openstreetmap.org/wiki/Names
 */
import type { BoundaryEntry } from '../../domain/catalog/ports.ts'
import type { Tags } from './pbf/tags.ts'

export type SearchName = BoundaryEntry['searchNames'][number]

/** A language tag in `name:` keys: `de`, `sr-Latn`, `be-tarask`, `zh-min-nan`, `ja_rm`. */
const LANGUAGE = /^[a-z]{2,3}(?:[-_][A-Za-z0-9]{1,10}){0,3}$/
/** Name suffixes that look like three-letter languages. */
const NOT_LANGUAGES: ReadonlySet<string> = new Set(['old', 'alt', 'int', 'loc', 'nat', 'reg', 'pre', 'abb'])

/** Keys of search names, the most usual first; each also occurs as `key:language`. */
const NAME_KEYS = [
  'name',
  'official_name',
  'int_name',
  'short_name',
  'alt_name',
  'loc_name',
  'nat_name',
  'reg_name',
  'old_name',
] as const

/** Codes that people search for. */
const CODE_KEYS = [
  'ISO3166-1:alpha2',
  'ISO3166-1',
  'ISO3166-1:alpha3',
  'ISO3166-2',
  'postal_code',
  'ref',
] as const

/** `name:xx` by language. */
export const namesByLanguage = (tags: Tags): Record<string, string> => {
  const names: Record<string, string> = {}
  for (const [key, value] of Object.entries(tags)) {
    if (!key.startsWith('name:')) continue
    const language = languageOf(key.slice('name:'.length))
    if (language !== null && value.trim() !== '') names[language] = value.trim()
  }
  return names
}

/**
 * Returns the name to show. A postcode area without a name shows its code
 * (https://github.com/rustprooflabs/pgosm-flex/pull/230); another boundary without a local name shows its first other name
 * or code. Null if there is none.
 */
export const displayName = (tags: Tags): string | null => {
  const keys: readonly string[] =
    tags.boundary === 'postal_code'
      ? ['name', 'postal_code', 'ref']
      : ['name', 'official_name', 'int_name', 'short_name', 'name:en']
  for (const key of keys) {
    const value = tags[key]?.trim()
    if (value) return value
  }
  if (tags.boundary === 'postal_code') return null
  return Object.values(namesByLanguage(tags))[0] ?? tags['ISO3166-2']?.trim() ?? null
}

/** Returns every search name and code, the local name first, each spelling once for each language. */
export const searchNamesOf = (tags: Tags, displayed: string): SearchName[] => {
  const found = new Map<string, SearchName>()
  const add = (language: string | null, value: string): void => {
    // Semicolons separate several values of one key.
    for (const part of value.split(';')) {
      const name = part.trim()
      if (name !== '') found.set(`${language ?? ''} ${name}`, { language, name })
    }
  }
  add(null, displayed)
  for (const key of NAME_KEYS) {
    if (tags[key] !== undefined) add(null, tags[key])
    for (const [tag, value] of Object.entries(tags)) {
      if (!tag.startsWith(`${key}:`)) continue
      const language = languageOf(tag.slice(key.length + 1))
      if (language !== null) add(language, value)
    }
  }
  for (const key of CODE_KEYS) if (tags[key] !== undefined) add(null, tags[key])
  return [...found.values()]
}

const languageOf = (suffix: string): string | null =>
  LANGUAGE.test(suffix) && !NOT_LANGUAGES.has(suffix) ? suffix : null
