/** Units that the atlas lacks, with the boundaries that have their land. */
import { listed } from '../../util/join-words.ts'
import { bareNames } from './bare-names.ts'
import { findKnown } from './find.ts'
import { foldName } from './fold.ts'
import { NO_HINT_FACTS } from './hint-facts.ts'
import type { LayerView } from './layers.ts'
import type { Lexicon } from './lexicon.ts'
import { inWords } from './town-boundary.ts'

export interface MissingUnitFound {
  /** "Timimoun (DZ-49) is not in this catalog; its land is in Adrar (r1258650)." */
  readonly sentence: string
  readonly by: 'code' | 'name'
}

/** Finds a unit by its ISO 3166-2 code, by its id, or by its name with or without the word of its level; null for other texts. */
export const missingUnit = async (
  view: LayerView,
  { words, facts = NO_HINT_FACTS }: Pick<Lexicon, 'words' | 'facts'>,
  text: string,
): Promise<MissingUnitFound | null> => {
  const units = facts.missingUnits()
  const byCode = units.get(text.trim().replace(/^iso:/i, '').toUpperCase())
  const folded = foldName(text)
  const unit =
    byCode ??
    [folded, ...bareNames(folded, words).map(({ name }) => name)]
      .map((name) => units.get(name))
      .find((each) => each !== undefined)
  if (unit === undefined) return null
  const { name, code, landIn } = unit
  const land: string[] = []
  for (const id of landIn) land.push(...(await findKnown(view, id)).slice(0, 1).map(inWords))
  if (land.length === 0) return null
  return {
    sentence: `${name}${code === null ? '' : ` (${code})`} is not in this catalog; its land is in ${listed(land)}.`,
    by: byCode === undefined ? 'name' : 'code',
  }
}
