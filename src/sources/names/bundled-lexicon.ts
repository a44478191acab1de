/** Opens the bundled words around names and the bundled towns on first use: many commands never need them. */
import type { HintFacts } from '../../domain/catalog/hint-facts.ts'
import type { NameWords } from '../../domain/catalog/name-words.ts'
import type { Gazetteer, TownMap } from '../../domain/gazetteer/ports.ts'
import { lazily } from '../../util/lazily.ts'
import { openBundledGazetteer } from '../gazetteer/bundled-gazetteer.ts'
import { loadHintFacts } from './load-hint-facts.ts'
import { loadNameWords } from './load-name-words.ts'

export interface BundledLexicon {
  readonly words: NameWords
  readonly towns: Gazetteer & TownMap
  readonly facts: HintFacts
}

/** `otherDirectory` is used only if the folder of `data` is not writable. */
export const openLexicon = (data: string, otherDirectory: string): (() => Promise<BundledLexicon>) =>
  lazily(() => openBundledLexicon(data, otherDirectory)).get

const openBundledLexicon = async (data: string, otherDirectory: string): Promise<BundledLexicon> => {
  const words = loadNameWords(`${data}/names`)
  return {
    words,
    towns: await openBundledGazetteer(`${data}/gazetteer`, otherDirectory),
    facts: loadHintFacts(data),
  }
}
