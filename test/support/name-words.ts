/** The bundled words around names. */
import { fileURLToPath } from 'node:url'
import type { Lexicon } from '../../src/domain/catalog/lexicon.ts'
import { loadNameWords } from '../../src/sources/names/load-name-words.ts'

export const NAME_WORDS = loadNameWords(fileURLToPath(new URL('../../data/names', import.meta.url)))

export const NO_TOWNS: Lexicon['towns'] = { named: () => [] }

export const wordsAlone = async (): Promise<Lexicon> => ({ words: NAME_WORDS, towns: NO_TOWNS })
