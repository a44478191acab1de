/** Names of ISO 3166 for units that the catalog does not have: "Viken" is no county any more, "Ahafo" is a newer region. */

import { type CodeFacts, factsOfCode, MAX_TOLD, unitsNamed } from './code-hint.ts'
import { findReference } from './find.ts'
import type { CodeBook, KnownCode } from './iso-code-book.ts'
import type { LayerView } from './layers.ts'
import type { NameContexts } from './name-contexts.ts'
import type { NameReading } from './readings.ts'

/** Returns the facts of the codes whose unit has the name of the first reading that is one; null if none is. */
export const factsOfName = async (
  readings: readonly NameReading[],
  contexts: NameContexts,
  codes: CodeBook,
  view: LayerView,
): Promise<CodeFacts | null> => {
  for (const { name, context } of readings) {
    const named = await within(unitsNamed(name, codes), context, contexts)
    const facts = await Promise.all(
      named.map(async ({ code, retired }) =>
        retired === null && (await hasBoundary(view, code)) ? null : factsOfCode(code, codes),
      ),
    )
    const told = facts.filter((each) => each !== null).slice(0, MAX_TOLD)
    if (told.length > 0)
      return {
        text: told.map(({ text }) => text).join(' '),
        isMissing: told.some(({ isMissing }) => isMissing),
      }
  }
  return null
}

const within = async (
  named: readonly KnownCode[],
  context: readonly string[],
  contexts: NameContexts,
): Promise<readonly KnownCode[]> => {
  if (named.length === 0 || context.length === 0) return named
  const parents = await contexts.of(context, false)
  return named.filter(({ code }) => parents?.every(({ countries }) => countries.includes(code.slice(0, 2))))
}

const hasBoundary = async (view: LayerView, code: string): Promise<boolean> =>
  (await findReference(view, { by: 'iso', code })).found
