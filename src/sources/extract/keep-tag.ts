/** Selects the tags that an import keeps. Sources, notes, statistics and addresses are most of a boundary's tags. */
import { CODE_TAGS } from './codes-of-tags.ts'

const NAME_KEY = /^(?:(?:alt|int|loc|nat|reg|official|old|short)_)?name(?::|$)/
const CODE_KEY = /^(?:ISO3166-1|ISO3166-2|admin_type|admin_title)(?::|$)/
const OTHER_KEYS: ReadonlySet<string> = new Set([
  'boundary',
  'type',
  'admin_level',
  'place',
  'de:place',
  'de:amtlicher_gemeindeschluessel',
  'border_type',
  'designation',
  'postal_code',
  'ref',
  'wikidata',
  'population',
  ...Object.values(CODE_TAGS).flat(),
])

export const keepTag = (key: string): boolean =>
  OTHER_KEYS.has(key) || NAME_KEY.test(key) || CODE_KEY.test(key)
