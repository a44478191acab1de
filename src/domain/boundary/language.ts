/** Chooses the name of a boundary in the reader's languages. */

interface Named {
  /** The local name. */
  readonly name: string
  readonly names: Readonly<Record<string, string>>
}

/** Returns the name in the first requested language that has one, or else the local name. */
export const nameIn = ({ name, names }: Named, languages: readonly string[]): string => {
  for (const language of languages)
    for (const tag of tagsFor(language)) if (Object.hasOwn(names, tag)) return names[tag]
  return name
}

/** True if the name is the boundary's name in one of the languages. */
export const isNameIn = ({ names }: Named, languages: readonly string[], name: string): boolean =>
  languages.some((language) => tagsFor(language).some((tag) => names[tag] === name))

/**
 * Returns the tags that suit a reader of a language. A tag is shortened from its end (RFC 4647 §3.4): `zh-Hant-TW` falls
 * back to `zh-Hant`, then `zh`. Between them come the likely script of the region (`zh-TW` is `zh-Hant-TW` by Unicode's
 * likely subtags) and equivalent tags.
 */
const tagsFor = (language: string): readonly string[] => {
  const known = KEPT.get(language)
  if (known !== undefined) return known
  const script = scriptOf(language)
  const tags = [
    ...new Set(
      [language, ...(script === null ? [] : [script]), ...shorterTags(language)].flatMap(withEquivalents),
    ),
  ]
  if (KEPT.size >= MAX_KEPT) KEPT.clear()
  KEPT.set(language, tags)
  return tags
}

/** Limited, because callers choose these tags. */
const KEPT = new Map<string, readonly string[]>()
const MAX_KEPT = 1_000

const shorterTags = (tag: string): readonly string[] => {
  const at = tag.lastIndexOf('-')
  return at <= 0 ? [] : [tag.slice(0, at), ...shorterTags(tag.slice(0, at))]
}

/** Returns `zh-Hant` for `zh-TW`; null if the tag has a script already, or no region. */
const scriptOf = (tag: string): string | null => {
  try {
    const locale = new Intl.Locale(tag)
    if (locale.script !== undefined || locale.region === undefined) return null
    return `${locale.language}-${locale.maximize().script}`
  } catch {
    return null
  }
}

/**
 * Languages with two tags. `no` is the macrolanguage of `nb` and `nn` (https://iso639-3.sil.org/code/nor); the others are
 * former codes of ISO 639-1.
 */
const EQUIVALENTS: readonly (readonly string[])[] = [
  ['no', 'nb', 'nn'],
  ['he', 'iw'],
  ['id', 'in'],
  ['yi', 'ji'],
  ['fil', 'tl'],
]

const withEquivalents = (tag: string): readonly string[] => [
  tag,
  ...(EQUIVALENTS.find((tags) => tags.includes(tag))?.filter((other) => other !== tag) ?? []),
]
