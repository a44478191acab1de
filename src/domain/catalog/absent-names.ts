/** Names that no boundary has: most readings of a query are none, and asking for all of them at once saves a query for each. */
import type { LayerView } from './layers.ts'
import type { NameWords } from './name-words.ts'
import type { NameMatch } from './ports.ts'
import { spellingsOf } from './spellings.ts'

export interface AbsentNames {
  /** Asks which of the folded names are absent, in any spelling. */
  readonly learn: (folded: readonly string[]) => Promise<void>
  /** Returns the match without absent names; null if none is left. */
  readonly without: (match: NameMatch) => NameMatch | null
}

export const absentNames = (view: LayerView, words: NameWords): AbsentNames => {
  const absent = new Set<string>()
  return {
    learn: async (folded) => {
      const names = new Set(folded.flatMap((name) => spellingsOf(name, words)))
      if (names.size < MIN_ASKED) return
      const asked = [...names]
      for (const source of view.sources) for (const name of await source.namesAmong(asked)) names.delete(name)
      for (const name of names) absent.add(name)
    },
    without: (match) => {
      if (match.by !== 'name' || absent.size === 0) return match
      const spellings = match.spellings.filter((name) => !absent.has(name))
      return spellings.length === 0 ? null : { ...match, spellings }
    },
  }
}

/** Fewer cost less each at its turn: the first reading is often the one. */
const MIN_ASKED = 4
