/** Names of one place in several languages or scripts, one after the other: "België / Belgique / Belgien", "Maroc المغرب". */
import { foldName } from './fold.ts'

/** Returns the folded names; empty for a text without several. */
export const namesInTurn = (text: string): readonly string[] => {
  const ways = [text.split(BETWEEN_NAMES), partsByScript(text), BRACKETED.exec(text)?.slice(1) ?? []]
  const names = (ways.find((parts) => parts.length > 1) ?? []).map(foldName).filter((name) => name !== '')
  return names.length > 1 && names.length <= MAX_NAMES ? names : []
}

/** Signs between names; a hyphen within a name has no spaces. */
const BETWEEN_NAMES = /\s*[/|=]\s*|\s+[-–—]\s+/u

const BRACKETED = /^([^()（）[\]]+)[(（[]([^()（）[\]]+)[)）\]]\s*$/u

/** Joins neighbouring words of one script. */
const partsByScript = (text: string): readonly string[] => {
  const parts: { readonly script: number; words: string }[] = []
  for (const word of text.split(/\s+/u)) {
    const script = SCRIPTS.findIndex((each) => each.test(word))
    const last = parts.at(-1)
    if (last?.script === script) last.words += ` ${word}`
    else parts.push({ script, words: word })
  }
  return parts.map(({ words }) => words)
}

/** Others are one group: Japanese has three scripts. */
const SCRIPTS = [
  /\p{sc=Latin}/u,
  /\p{sc=Cyrillic}/u,
  /\p{sc=Greek}/u,
  /\p{sc=Arabic}/u,
  /\p{sc=Hebrew}/u,
  /\p{sc=Tifinagh}/u,
  /\p{sc=Hangul}/u,
]

/** Switzerland has four languages, Singapore four scripts. */
const MAX_NAMES = 5
