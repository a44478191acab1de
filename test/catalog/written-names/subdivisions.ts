/** Forms of subdivisions: made from bare names and level words, written in full by CLDR, and by hand. */
import { createHash } from 'node:crypto'
import type { AtlasCodes } from './atlas-codes.ts'
import type { Cldr } from './cldr.ts'
import { FRENCH_PREPOSITIONS, HAND_FORMS } from './inflected.ts'
import { LANGUAGES, TEMPLATES, type Template, WITH_ARTICLE } from './templates.ts'
import { levelsOf } from './units.ts'

export interface WrittenForm {
  readonly query: string
  readonly expected: string
  readonly language: string
  readonly kind: string
}

interface Unit {
  readonly iso: string
  readonly key: string
  readonly inAtlas: boolean
}

interface Found {
  readonly unit: Unit
  readonly template: Template
  readonly bare: string
  readonly text: string
  readonly source: 'made' | 'cldr'
}

export const subdivisionForms = (cldr: Cldr, atlas: AtlasCodes): readonly WrittenForm[] => {
  const units = unitsOf(cldr, atlas)
  return withoutRepeats([
    ...byHand(atlas),
    ...frenchDepartments(units, cldr),
    ...LANGUAGES.flatMap((language) => formsIn(language, units, cldr, atlas)),
  ])
}

/** Each form once per language, whatever its origin and capitalization. */
const withoutRepeats = (forms: readonly WrittenForm[]): readonly WrittenForm[] =>
  [
    ...new Map(
      forms
        .toReversed()
        .map((form) => [`${form.language} ${form.query.toLocaleLowerCase()} ${form.expected}`, form]),
    ).values(),
  ].toReversed()

/** Every subdivision that CLDR knows, as those without a boundary are namesakes too. */
const unitsOf = (cldr: Cldr, atlas: AtlasCodes): readonly Unit[] => {
  const units = new Map<string, Unit>()
  for (const key of cldr.subdivisions('en').keys()) {
    const code = `${key.slice(0, 2)}-${key.slice(2)}`.toUpperCase()
    const iso = code.startsWith('IR-') ? iranianCode(code) : (atlas.current.get(code) ?? code)
    if (iso === null || units.has(iso)) continue
    units.set(iso, { iso, key, inAtlas: atlas.names.has(iso) })
  }
  return [...units.values()]
}

/**
 * Iran's codes were reassigned in November 2020; CLDR's names are under the earlier codes, in this order of
 * the current codes. Razavi Khorasan and those that CLDR has under two codes are left out.
 */
const OLD_IRANIAN =
  '01:19 02:21 03:01 04:02 05:17 06:10 07:14 08:15 10:04 11:13 12:16 13:24 14:08 15:20 16:05 17:18 18:06 19:11 20:12 21:25 22:23 23:07 24:03 25:26 26:28 27:27'
const IRANIAN = new Map(
  OLD_IRANIAN.split(' ').map((pair) => {
    const [today, old] = pair.split(':')
    return [`IR-${old}`, `IR-${today}`]
  }),
)
const iranianCode = (code: string): string | null => IRANIAN.get(code) ?? null

const formsIn = (
  language: string,
  units: readonly Unit[],
  cldr: Cldr,
  atlas: AtlasCodes,
): readonly WrittenForm[] => {
  const names = cldr.subdivisions(language)
  const templates = TEMPLATES.filter((template) => template.language === language)
  const namesakes = namesakesIn(language, units, cldr, atlas)
  const countries = cldr.territories(language)
  const found: Found[] = []
  for (const unit of units) {
    const name = plain(names.get(unit.key))
    if (!unit.inAtlas || name === null || MISNAMED.has(unit.iso)) continue
    const levels = levelsOf(unit.iso)
    if (levels.length === 0) continue
    const read = recognize(name, templates)
    const { bare } = read ?? { bare: name }
    const fits = read !== null && (read.template.level === 'any' || levels.includes(read.template.level))
    if (fits) found.push({ unit, template: read.template, bare, text: name, source: 'cldr' })
    if (/\p{L}/u.exec(bare) === null || FOREIGN_LEVEL.test(bare)) continue
    if (read !== null && !fits) continue
    for (const template of templates) {
      if (!mayBeMade(template, unit)) continue
      found.push({ unit, template, bare, text: filled(template, bare), source: 'made' })
    }
  }
  const forms = found.flatMap((form) => {
    const others = namesakes(form.bare, form.template).filter((iso) => iso !== form.unit.iso)
    const kind = form.source === 'made' ? form.template.text : `${form.template.text} (CLDR)`
    const plainForm = { query: form.text, expected: form.unit.iso, language, kind, form }
    if (others.length === 0 && !SAID_EVERYWHERE.test(cldr.subdivisions('en').get(form.unit.key) ?? ''))
      return [plainForm]
    const country = form.unit.iso.slice(0, 2)
    const countryName = countries.get(country)
    if (others.some((iso) => iso.startsWith(country)) || countryName === undefined) return []
    if (!WITH_COUNTRY.has(language)) return []
    return [{ ...plainForm, query: `${form.text}, ${countryName}`, kind: `${kind}, country` }]
  })
  return sampled(forms, language)
}

/** Northern regions and capital governorates are everywhere, whatever CLDR calls the others. */
const SAID_EVERYWHERE =
  /^((north|south|east|west|central|centre|center|upper|lower|far|capital|northern|southern|eastern|western|nord|sud|est|ouest|centrale|littoral|plateaux|maritime|savanes|montagnes|lac|al asimah|mountain|plateau|islands|red sea)[- ]?)+( region| province| state| governorate| department| district)?$/i

const WITH_COUNTRY = new Set(['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'sv', 'pl', 'ru'])

/** A name that still contains a level word of another language or scheme is not a bare name. */
const FOREIGN_LEVEL =
  /(?<!\p{L})(provin|region|régi|distri|depart|départ|dipart|county|state\b|estado|état|stato|staat|oblast|krai|kray|republi|repúbli|territ|autonom|autóno|governor|gouvern|municip|prefect|préfect|capital|city\b|federal|m[eé]tropol|ville |città |вільна |tiểu |wilay|voivod|emira[dt]|muhaf|län\b|fylke|gebiet|gemeinschaft|council|parish|division|land\b)/iu
const MARKED =
  /[(),²³†/\d]|Nord-Pas-de-Calais-Picardie|Languedoc-Roussillon-Midi|Alsace-Champagne|Aquitaine-Limousin/u

/** Without CLDR's distinguishing additions; null where the name is not used in running text. */
const plain = (name: string | undefined): string | null =>
  name === undefined || MARKED.test(name) ? null : name

const CONNECTING: Readonly<Record<string, RegExp>> = {
  en: /^of /,
  fr: /^(de l[’']|de la |des |du |de |d[’'])/i,
  es: /^(del |de la |de los |de las |de )/i,
  it: /^(dell[’']|della |delle |degli |dei |del |dello |di )/i,
  pt: /^(das |dos |da |do |de )/i,
}

/** The template of a full name, and the rest of the name. */
const recognize = (
  name: string,
  templates: readonly Template[],
): { readonly template: Template; readonly bare: string } | null => {
  for (const template of templates) {
    const [before = '', after = ''] = template.text.split('{}')
    const connecting = CONNECTING[template.language]
    const word = connecting === undefined ? before : before.replace(/ (de|di|of) $/, ' ')
    const low = name.toLocaleLowerCase()
    if (!low.startsWith(word.toLocaleLowerCase()) || !low.endsWith(after.toLocaleLowerCase())) continue
    const rest = name.slice(word.length, name.length - after.length)
    const bare = connecting === undefined || word === before ? rest : rest.replace(connecting, '')
    if (word !== before && bare === rest) continue
    if ([...bare].length < 2 && template.level !== 'any') continue
    if (bare.trim() !== bare || bare === '') continue
    return { template, bare }
  }
  return null
}

/** CLDR names these short, or as the capital that they surround. */
const MISNAMED = new Set(['NZ-MBH', 'SY-RD', 'BF-08'])

const NAMED_AS_NOUNS = /^RU-(AD|BA|DA|IN|KL|KR|KK|MO|TA|TY)$/
const COMPASS = /^(north|south|east|west|central|capital|northern|southern|eastern|western|centre)\b/i

const mayBeMade = (template: Template, { iso }: Unit): boolean => {
  const levels = levelsOf(iso)
  if (!template.made.includes(iso.slice(0, 2))) return false
  if (template.level === 'any' || !levels.includes(template.level)) return false
  if (template.level === 'republic' && !NAMED_AS_NOUNS.test(iso)) return false
  return !(/ (de|di) \{\}$/.test(template.text) && WITH_ARTICLE.has(iso))
}

const filled = ({ text, language }: Template, bare: string): string => {
  const whole = text.replace('{}', bare)
  if (language === 'fr') {
    return whole
      .replace(/ de Les /, ' des ')
      .replace(/ de Le /, ' du ')
      .replace(/ de (?=[aeiouyéèêâîôàh])/iu, " d'")
  }
  if (language === 'es') return whole.replace(/ de El /, ' del ')
  return whole
}

/** Namesakes at a level that the language has the same word for. */
const namesakesIn = (language: string, units: readonly Unit[], cldr: Cldr, atlas: AtlasCodes) => {
  const templates = TEMPLATES.filter((template) => template.language === language)
  const found = new Map<string, Set<string>>()
  const add = (bare: string, template: Template, iso: string) => {
    const key = `${folded(bare)}|${wordOf(template)}`
    const known = found.get(key) ?? new Set()
    found.set(key, known.add(iso))
  }
  for (const unit of units) {
    const levels = levelsOf(unit.iso)
    const names = [
      cldr.subdivisions(language).get(unit.key),
      cldr.subdivisions('en').get(unit.key),
      ...(atlas.names.get(unit.iso) ?? []),
    ]
    for (const name of new Set(names)) {
      if (name === undefined) continue
      const clean = name.replaceAll(/[²³†]|\s*\(.*\)|,.*/gu, '')
      const bare = recognize(clean, templates)?.bare ?? clean
      for (const template of templates) {
        const called = levels.length === 0 || template.level === 'any' || levels.includes(template.level)
        if (called) add(bare, template, unit.iso)
      }
    }
  }
  for (const county of atlas.americanCounties) {
    const bare = county.replace(/ (County|Parish|Borough)$/, '')
    for (const template of templates) {
      if (template.level === 'county' || template.level === 'parish')
        add(bare, template, `US county ${county}`)
    }
  }
  return (bare: string, template: Template): readonly string[] => [
    ...(found.get(`${folded(bare)}|${wordOf(template)}`) ?? []),
  ]
}

const wordOf = ({ text }: Template): string => folded(text.replace('{}', '').replace(/ (of|de|di) $/, ''))

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLocaleLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** More units are taken from countries where the language is spoken. */
const HOME: Readonly<Record<string, string>> = {
  en: 'US',
  de: 'DE CH AT',
  fr: 'CH',
  es: 'ES MX AR CO PE',
  it: 'IT',
  nl: 'NL BE',
  pl: 'PL',
  ru: 'RU',
  uk: 'UA',
  tr: 'TR',
  sv: 'SE',
  no: 'NO',
  ja: 'JP',
  zh: 'CN',
  ko: 'KR',
  vi: 'VN',
  id: 'ID',
  fa: 'IR',
  ro: 'RO',
  hu: 'HU',
  ar: 'EG',
}

/** CLDR's names of places are less reliable the farther away the language is spoken, so they are taken from these countries. */
const WIDELY_READ = new Set(
  'US CA MX BR AU IN DE AT CH FR IT ES NL BE PL RU UA BY JP CN KR KP TR TH VN ID AR CO PE CL EG SY IQ SA AE IR PK ZA NG RO HU SE PT CZ SK GR PH MY'.split(
    ' ',
  ),
)
const EUROPEAN = new Set(['en', 'de', 'fr', 'es', 'it', 'pt', 'ru'])

type Candidate = WrittenForm & { readonly form: Found }

/** The same ones on every run: those with the lowest hashes, some for each template and country. */
const sampled = (forms: readonly Candidate[], language: string): readonly WrittenForm[] => {
  const groups = Map.groupBy(forms, ({ kind, expected }) => `${kind}|${expected.slice(0, 2)}`)
  return [...groups.values()].flatMap((group) => {
    const country = group[0]!.expected.slice(0, 2)
    const atHome = HOME[language]?.split(' ').includes(country)
    const fromCldr = group[0]!.form.source === 'cldr'
    const most = atHome
      ? 30
      : language === 'en'
        ? 7
        : !fromCldr
          ? 4
          : WIDELY_READ.has(country)
            ? 2
            : EUROPEAN.has(language)
              ? 1
              : 0
    return group
      .filter(
        ({ form }) =>
          !(/ of \{\}$/.test(form.template.text) && COMPASS.test(form.bare) && !form.bare.includes(' ')),
      )
      .toSorted((a, b) => hash(a.query + a.kind).localeCompare(hash(b.query + b.kind)))
      .slice(0, most)
      .toSorted((a, b) => (a.expected < b.expected ? -1 : 1))
      .map(({ query, expected, kind }) => ({ query, expected, language, kind }))
  })
}

const hash = (text: string): string => createHash('sha1').update(text).digest('hex')

const frenchDepartments = (units: readonly Unit[], cldr: Cldr): readonly WrittenForm[] =>
  units.flatMap(({ iso, key }) => {
    const preposition = FRENCH_PREPOSITIONS.get(iso)
    const name = cldr.subdivisions('fr').get(key)?.replace('²', '')
    if (preposition === undefined || name === undefined || MARKED.test(name) || iso === 'FR-59') return []
    return [
      {
        query: `département ${preposition}${name}`,
        expected: iso,
        language: 'fr',
        kind: 'département de la {}',
      },
    ]
  })

const byHand = (atlas: AtlasCodes): readonly WrittenForm[] =>
  HAND_FORMS.map(({ iso, language, text }) => ({
    query: text,
    expected: iso,
    language,
    kind: 'by hand',
  })).filter(({ expected }) => atlas.names.has(expected))
