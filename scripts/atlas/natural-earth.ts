/**
 * Natural Earth's states and provinces, each with its own code. The data set leaves fields empty, marks invented
 * codes with "~", keeps codes that ISO has changed, and gives parts of one unit the code of the whole.
 */
import type { GeoJsonArea } from '../../src/domain/geometry/geojson-rings.ts'
import {
  type CorrectedRow,
  correctRows,
  type Properties,
  type Row,
  type RowCorrection,
} from './corrected-rows.ts'
import type { CountryRules, RulesOf } from './country-rules.ts'
import { type IsoCodes, namesEqual } from './iso-codes.ts'
import { isDamaged } from './own-names.ts'
import type { Packages } from './packages.ts'
import { type Layer, type OtherName, otherNamesOf } from './place.ts'

export interface Unit {
  readonly layer: Extract<Layer, 'subdivisions' | 'moroccanRegions'>
  readonly country: string
  /** ISO 3166-2 code, in force or retired, that no other unit has; null when there is none. */
  readonly iso: string | null
  /** The code in the data set, from the edition that other packages of its time use. */
  readonly oldCode: string | null
  /** Whether that code is another unit's. */
  readonly isMiscoded: boolean
  /** Wikidata entity that no other unit has. */
  readonly wikidata: string | null
  readonly name: string
  readonly names: Readonly<Record<string, string>>
  readonly otherNames: readonly OtherName[]
  readonly type: string
  readonly geounit: string
  /** Parts of one unit, where the data set has it in parts. */
  readonly parts: readonly GeoJsonArea[]
}

export function readUnits(
  packages: Packages,
  codes: IsoCodes,
  rulesOf: RulesOf,
  corrections: readonly RowCorrection[],
): readonly Unit[] {
  const { features }: { features: readonly Row[] } = JSON.parse(packages.text('subdivisions'))
  const units = correctRows(features, corrections, codes.officialNames)
    .map((row) => toUnit(row, codes, rulesOf))
    // Disputed and leased areas without a country code, and repeated countries.
    .filter((unit) => unit !== null)
  return withOwnWikidata(withOwnCodes(joinParts(units, codes, rulesOf), codes))
}

function toUnit(
  { properties, geometry, code }: CorrectedRow,
  codes: IsoCodes,
  rulesOf: RulesOf,
): Unit | null {
  const field = (name: string) => String(properties[name] ?? '').trim()
  const name = field('name')
  const oldCode = /^[A-Z]{2}-[A-Z0-9]{1,3}$/.test(field('iso_3166_2')) ? field('iso_3166_2') : null
  const country = oldCode?.slice(0, 2) ?? field('iso_a2')
  if (name === '' || !/^[A-Z]{2}$/.test(country)) return null
  const wikidata = /^Q\d+$/.test(field('wikidataid')) ? field('wikidataid') : null
  const otherNames = OTHER_NAMES.flatMap(([column, source]) =>
    field(column)
      .split('|')
      .map((other) => ({ name: other.trim(), source })),
  ).filter((other) => other.name !== '')
  const rules = rulesOf(country)
  const named = { country, oldCode, wikidata, name, otherNames, type: field('type_en') }
  const ruling = code ?? rulingOn(named, rules)
  if (ruling === null) return null
  const iso = ruling ?? codeOf(named, codes, rules)
  if (iso?.length === 2) return null
  return {
    layer: 'subdivisions',
    // A code of another country moves the unit there.
    country: iso?.slice(0, 2) ?? country,
    iso,
    oldCode: rules.codes[oldCode ?? ''] === null ? null : oldCode,
    isMiscoded: ruling !== undefined,
    wikidata,
    name,
    names: languageNames(properties),
    otherNames: isCode(field('abbrev'))
      ? otherNames
      : [...otherNames, { name: field('abbrev'), source: 'b' }],
    type: field('type_en'),
    geounit: field('geonunit'),
    parts: [geometry],
  }
}

const OTHER_NAMES = [
  ['name_alt', 'a'],
  ['name_local', 'l'],
  ['gn_name', 'g'],
  ['woe_name', 'w'],
] as const

/** Its codes of two letters are neither ISO's nor the post's: "IT" for the City of London. */
const isCode = (abbreviation: string): boolean => /^[A-Z]{0,3}$/.test(abbreviation)

type Named = Pick<Unit, 'country' | 'oldCode' | 'wikidata' | 'name' | 'otherNames' | 'type'>

/** The code that the country's rules give to this very unit; null when they omit it. */
const rulingOn = ({ wikidata, name, type }: Named, { units }: CountryRules): string | null | undefined =>
  [wikidata, `${name} (${type})`, name].map((key) => units[key ?? '']).find((ruling) => ruling !== undefined)

function codeOf(unit: Named, codes: IsoCodes, rules: CountryRules): string | null {
  if (rules.former || rules.types[unit.type]?.omit) return null
  const changed = rules.codes[unit.oldCode ?? '']
  return changed === undefined ? believedCode(unit, codes) : changed
}

/**
 * A code that now belongs to another place is not trusted; a retired code is, as long as the unit has no other.
 * Two letters when the code now belongs to a country.
 */
function believedCode({ country, oldCode, name, otherNames }: Named, codes: IsoCodes): string | null {
  const byName = () => codes.findByName(country, [name])
  if (oldCode === null) return byName()
  const successor = codes.successor(oldCode)
  if (successor !== null) return successor
  if (codes.inForce.has(oldCode))
    return codes.agrees(oldCode, [name, ...otherNamesOf({ otherNames })]) ? oldCode : byName()
  return byName() ?? (codes.hasSubdivisions(country) ? oldCode : null)
}

/** Natural Earth's `name_zht` is Chinese in traditional characters. */
const LANGUAGE_TAGS: Readonly<Record<string, string>> = { zht: 'zh-Hant' }
const NOT_LANGUAGES = ['alt', 'len']

function languageNames(properties: Properties): Record<string, string> {
  const names: Record<string, string> = {}
  for (const [field, value] of Object.entries(properties)) {
    const language = /^name_([a-z]{2,3})$/.exec(field)?.[1]
    if (language === undefined || NOT_LANGUAGES.includes(language) || !value) continue
    // Another package may have it undamaged.
    if (isDamaged(String(value))) continue
    names[LANGUAGE_TAGS[language] ?? language] = String(value)
  }
  return names
}

/** Parts whose whole is listed become one unit; its name is its main part's, else the name they share, else ISO's. */
function joinParts(units: readonly Unit[], codes: IsoCodes, rulesOf: RulesOf): readonly Unit[] {
  const wholeOf = (unit: Unit): string | null =>
    unit.oldCode === null ? null : (rulesOf(unit.country).whole[unit.oldCode] ?? null)
  const joined = Map.groupBy(units, (unit) => wholeOf(unit))
  return [...joined].flatMap(([whole, parts]) => {
    if (whole === null) return parts
    const [first] = parts
    const alike = first.wikidata !== null && parts.every(({ wikidata }) => wikidata === first.wikidata)
    const main = mainPart(whole, parts, codes)
    if (main !== null) return { ...main, iso: whole, parts: parts.flatMap((part) => part.parts) }
    return {
      ...first,
      iso: whole,
      oldCode: parts.every(({ oldCode }) => oldCode === first.oldCode) ? first.oldCode : null,
      wikidata: alike ? first.wikidata : null,
      name: codes.inForce.get(whole)!.name,
      names: alike ? first.names : {},
      otherNames: alike ? first.otherNames : [],
      type: parts.every(({ type }) => type === first.type) && alike ? first.type : '',
      parts: parts.flatMap((part) => part.parts),
    }
  })
}

/** The part with the code of the whole; among several the one with its name: Tasmania, to which Macquarie Island is added. */
function mainPart(whole: string, parts: readonly Unit[], codes: IsoCodes): Unit | null {
  const coded = parts.filter(({ oldCode }) => oldCode === whole)
  const called = coded.filter(({ name }) => namesEqual([name], codes.officialNames(whole)))
  const [main] = coded.length === 1 ? coded : called.length === 1 ? called : []
  return main ?? null
}

/** Among several units with one code, the unit that the data set gives it to keeps it, else the one with its name. */
function withOwnCodes(units: readonly Unit[], codes: IsoCodes): readonly Unit[] {
  const sharing = Map.groupBy(units, ({ iso }) => iso)
  const owner = (claimants: readonly Unit[]): Unit | null => {
    if (claimants.length === 1) return claimants[0]
    const given = claimants.filter(({ iso, oldCode }) => iso === oldCode)
    const called = claimants.filter(({ iso, country, name }) => codes.findByName(country, [name]) === iso)
    return given.length === 1 ? given[0] : called.length === 1 ? called[0] : null
  }
  const owners = new Map(
    [...sharing].map(([code, claimants]) => [code, code === null ? null : owner(claimants)]),
  )
  return units.map((unit) =>
    unit.iso === null || owners.get(unit.iso) === unit ? unit : { ...unit, iso: null },
  )
}

/**
 * Names by language come from the Wikidata entity. Among several units with one entity, the one with its name keeps both;
 * units with other names lose these names as well.
 */
function withOwnWikidata(units: readonly Unit[]): readonly Unit[] {
  const sharing = Map.groupBy(units, ({ wikidata }) => wikidata)
  return units.map((unit) => {
    const { wikidata, names } = unit
    const sharers = sharing.get(wikidata)!
    if (wikidata === null || sharers.length === 1) return unit
    const called = sharers.filter((sharer) => namesEqual([sharer.name], [names.en ?? '']))
    if (called.length === 1 && called[0] === unit) return unit
    return { ...unit, wikidata: null, names: called.length === 0 || called.includes(unit) ? names : {} }
  })
}
