/** Phrases that are no boundary, and why: what they say is a distance, a part or a thing, for which no border is drawn. */

import { foldName, wordsOf } from '../../catalog/fold.ts'
import type { Vocabulary } from '../vocabulary.ts'

export interface Vagueness {
  /** The words that cannot be mapped. */
  readonly text: string
  readonly reason: string
}

/** The first of the table that fits; null when nothing is known of the phrase. */
export const vaguenessOf = (text: string): Vagueness | null => {
  for (const { pattern, reason, isDistance } of PATTERNS) {
    const match = pattern.exec(text)
    // A distance is said of a place that may well be mapped; the other words make one phrase with theirs.
    if (match !== null) return { text: isDistance ? match[0].trim() : text, reason }
  }
  return null
}

/** "The coast", "the north": words that some place or other has as its name, and that mean no place where they are written small. */
export const isOnlyVague = (
  text: string,
  { fillers, levels }: Pick<Vocabulary, 'fillers' | 'levels'>,
): boolean => {
  const words = wordsOf(foldName(text)).filter((each) => !fillers.has(each) && !levels.has(each))
  return words.length > 0 && words.every((word) => PATTERNS.some(({ pattern }) => pattern.test(word)))
}

/** "Le nord de la France": a direction that is written small is no département of Nord. */
export const isDirection = (text: string): boolean => DIRECTION.test(text)

const DIRECTION =
  /^(?:(?:(?:dans|en|au|à|nel|nella|al|no|na|im|in|het)\s)?(?:le|la|il|el|o|a|de|der|das|the|het)\s|l['’]|nell['’]|dans l['’]|im\s)?(?:nord|sud|est|ouest|norte|sul|sur|este|oeste|leste|ovest|norden|süden|osten|westen|noorden|zuiden|oosten|centre|centro|midi|mezzogiorno|north|south|east|west)(?:[-\s]?(?:est|ouest|este|oeste|ovest|osten|westen|east|west))?\s(?:de|des|du|del|della|di|do|da|of|von|van|der)(?:\s|['’])|^(?:(?:dans|à)\s)?l['’](?:est|ouest)\sd/u

interface VaguePattern {
  readonly pattern: RegExp
  readonly reason: string
  readonly isDistance: boolean
}

const PATTERNS: readonly VaguePattern[] = [
  {
    pattern:
      /(?:(?:with)?in (?:a )?(?:radius of )?|up to |im Umkreis von |à moins de |dans un rayon de |a menos de |en un radio de |entro |binnen )?(?:about |roughly )?\d+(?:[.,]\d+)?[ -]?(?:km|kilomet\w*|Kilometer\w*|mi|miles?|m|met(?:er|re)s?|minutes?|hours?|Minuten)(?!\p{L}).*$/iu,
    reason: 'A distance is no boundary. Name the boundaries that lie within it.',
    isDistance: true,
  },
  {
    pattern:
      /(?<!\p{L})(?:downtown|uptown|midtown|city cent(?:er|re)|town cent(?:er|re)|old town|Innenstadt|Stadtzentrum|Altstadt|centre-ville|centro|the suburbs? of|suburbs|outskirts|surroundings|vicinity|Umgebung|Umland|alentours|greater|metropolitan area|metro area)(?!\p{L}).*$/iu,
    reason:
      'No boundary is drawn for it. Name the municipalities, boroughs or neighbourhoods that are meant.',
    isDistance: false,
  },
  {
    pattern:
      /(?<!\p{L})(?:north|south|east|west|northern|southern|eastern|western|central|upper|lower|half|part|parts|most|some|nördlich\w*|südlich\w*|östlich\w*|westlich\w*|nord|sud|norte|sur|este|oeste)(?!\p{L})/iu,
    reason: 'Nothing says where this part ends. Name the subdivisions that belong to it.',
    isDistance: false,
  },
  {
    pattern:
      /(?<!\p{L})(?:rivers?|lakes?|sea|ocean|coast(?:line|al)?|mountains?|valley|forest|highways?|motorway|roads?|streets?|slopes?|beach(?:es)?|airport|harbou?r|Fluss|See|Küste|Tal|Wald|Autobahn|rivière|fleuve|côte|río|costa)(?!\p{L})/iu,
    reason: 'It is not an administrative or postal boundary.',
    isDistance: false,
  },
]
