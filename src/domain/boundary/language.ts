/** Which of a boundary's names a reader gets. */

interface Named {
  /** The local name. */
  readonly name: string
  readonly names: Readonly<Record<string, string>>
}

/**
 * The name in the first wanted language that has one, else the local name. A tag is shortened from its end until it is found
 * (RFC 4647 §3.4): `zh-Hant-TW` takes `zh-Hant`, then `zh`.
 */
export const nameIn = (boundary: Named, languages: readonly string[]): string => {
  for (const wanted of languages) {
    for (let tag = wanted; tag !== ''; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
      if (Object.hasOwn(boundary.names, tag)) return boundary.names[tag]
    }
  }
  return boundary.name
}
