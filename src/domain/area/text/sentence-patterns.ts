/** The patterns that tell sentences about land from others, built from the words of all languages. */
import type { SentenceWords } from '../word-lists.ts'
import { anyOf, NO_LETTER_AFTER, NO_LETTER_BEFORE } from './word-pattern.ts'

export interface SentencePatterns {
  /** “Service Area”. */
  readonly definedTerm: RegExp
  /** "2.1 Territory." */
  readonly title: RegExp
  readonly definesTerritory: readonly RegExp[]
  readonly addsToTerritory: readonly RegExp[]
  /** "The Territory further comprises …". */
  readonly adds: RegExp
  /** "Licensor grants … the exclusive right to sell the Products in Norway", up to the name. */
  readonly grants: RegExp
  /** "… end users in Canada, excluding Quebec (the “Territory”)", up to the name. */
  readonly upToPlace: RegExp
  /** “Products” means … */
  readonly definition: RegExp
  /** The same for a term other than the territory. */
  readonly otherTerm: RegExp
  /** "Licence Period: seven years", "“Territory” means …". */
  readonly keyed: RegExp
  /** "2.1 …", "§ 3 …", "Article 4 …". */
  readonly numbered: RegExp
  readonly heading: RegExp
  /** Days and months. */
  readonly namesNothing: RegExp
  readonly goesOn: RegExp
  readonly abbreviation: RegExp
  /** "The County of Price is excluded." */
  readonly letsInOrOut: RegExp
  /** "The counties of Clinton and Jersey", "Lake County". */
  readonly namesUnits: RegExp
  /** In a text with a definition: a sentence that includes, excludes or says where something is sold. */
  readonly saysWhere: RegExp
}

export const sentencePatterns = (words: SentenceWords): SentencePatterns => {
  const area = anyOf(words.territory)
  const the = anyOf(words.the)
  const heading = anyOf([...words.headings, ...words.headings_only])
  const term = termSource(words)
  const definedBy = (verbs: readonly string[], ending: string): string => `${QUOTED}${ending}${anyOf(verbs)}`
  return {
    definedTerm: new RegExp(
      `["“„«]\\s*((?:[\\p{L}’'-]+\\s){1,3}${anyOf(words.defined_terms)})\\s*["”“»]`,
      'gu',
    ),
    title: new RegExp(`^\\s*(?:[\\d.]+\\s+|[\\p{L}]+\\s\\d+\\.?\\s+)?${term}\\.\\s*$`, 'iu'),
    definesTerritory: definitionsOfTerritory(words, term, area),
    addsToTerritory: [
      verbOfTerm(words, term, anyOf(words.territory_includes)),
      // "… is not part of the Territory", "… are excluded from the Territory"
      new RegExp(`${anyOf(words.belongs_to)}\\s+(?:${anyOf(words.determiners)}\\s+)?${term}`, 'iu'),
    ],
    adds: new RegExp(`${NO_LETTER_BEFORE}${anyOf(words.adding)}\\s+${anyOf(words.territory_is)}`, 'iu'),
    ...preamblePatterns(words),
    definition: new RegExp(
      `^\\s*(?:\\([\\p{L}\\d]+\\)\\s*)?${definedBy([...words.defining, ...words.defining_quoted], '\\s+')}${NO_LETTER_AFTER}`,
      'u',
    ),
    otherTerm: new RegExp(
      `^\\s*(?:\\([\\p{L}\\d]+\\)\\s*|[\\d.]+\\s+)?["“„«](?![^"”“»]*${area})[^"”“»]+["”“»]\\s*(?::|${anyOf([...words.defining, ...words.defining_quoted, ...words.defining_others])}${NO_LETTER_AFTER})`,
      'iu',
    ),
    keyed: new RegExp(
      `^\\s*(?:${QUOTED}|\\p{Lu}[\\p{L}’'-]*(?:\\s[\\p{L}’'-]+){0,4})(?:\\s\\([^()]*\\))?\\s*(?::\\s|\\s${anyOf(words.defining)}\\s)`,
      'u',
    ),
    numbered: new RegExp(
      `^\\s*(?:\\d+(?:\\.\\d+)*[A-Z]?\\.?\\)?\\s|§\\s?\\d|${anyOf(words.headings)}\\s)`,
      'iu',
    ),
    heading: new RegExp(
      `^\\s*(?:${heading}\\s(?:[^\\S\\n]|[\\p{L}\\d.()–:/-]){0,60}|(?:\\d+(?:\\.\\d+)*[A-Z]?\\.?\\s+|\\([a-z]\\)\\s+)(?:\\p{Lu}[\\p{L}’'/-]*\\s?(?:${anyOf(words.heading_joints)}\\s)?){1,6}\\.?|[\\p{Lu}\\d\\s–—:().,’'/&-]{12,}${NO_LETTER_BEFORE}${anyOf(words.agreements)}${NO_LETTER_AFTER}[^.]*)\\s*$`,
      'iu',
    ),
    namesNothing: new RegExp(`^${anyOf(words.calendar)}$`, 'u'),
    goesOn: new RegExp(`(?:[,:;]|${NO_LETTER_BEFORE}${anyOf(words.goes_on)}${NO_LETTER_AFTER};?)\\s*$`, 'u'),
    abbreviation: new RegExp(
      `^[(“"]?(?:\\p{L}|\\p{L}\\.\\p{L}|${anyOf(words.abbreviations)}|(?:\\d+\\.)*\\d+|(?:\\p{L}\\.)+\\p{L}?)\\.$`,
      'iu',
    ),
    letsInOrOut: new RegExp(
      `^(?!\\s*${anyOf(words.no_other)}${NO_LETTER_AFTER}).*${NO_LETTER_BEFORE}${anyOf(words.is)}\\s(?:.*\\s)?${anyOf(words.let_in_or_out)}\\s*[.!]?\\s*$`,
      'isu',
    ),
    namesUnits: new RegExp(
      `${NO_LETTER_BEFORE}${anyOf(words.unit_nouns)}\\s+${anyOf(words.unit_joints)}\\s+(?:${the}\\s+)?\\p{Lu}|\\p{Lu}\\p{Ll}+\\s+${anyOf(words.unit_titles)}${NO_LETTER_AFTER}`,
      'u',
    ),
    saysWhere: new RegExp(
      [
        `${NO_LETTER_BEFORE}${anyOf(words.changing)}\\s(?:\\p{L}+\\s)?${anyOf(words.changed)}${NO_LETTER_AFTER}`,
        `${NO_LETTER_BEFORE}${anyOf(words.sold)}\\s(?:(?!${anyOf(words.not_sold)})\\p{Ll}+\\s){0,3}${anyOf(words.sold_in)}\\s(?:${the}\\s)?(?:\\p{Ll}+\\s${anyOf(words.sold_joints)}\\s)?(?!\\p{L}*\\s?${anyOf(words.sold_terms)})\\p{Lu}`,
      ].join('|'),
      'u',
    ),
  }
}

/** "The exclusive Territory of the Agreement (as defined)". */
const termSource = (words: SentenceWords): string =>
  `["“„«'’]?(?:[\\p{L}’'-]+\\s){0,4}?${anyOf(words.territory)}["“”»'’]?(?:\\s(?:${anyOf(words.term_joints)}(?:\\s[\\p{L}’'-]+){1,3}?|\\([^()]*\\)))?`

/** The term, and what is said of it. */
const verbOfTerm = (words: SentenceWords, term: string, verbs: string): RegExp => {
  const reference = `${anyOf(words.term_references)} [\\p{L}\\d. ]+? ${anyOf(words.term_reference_ends)} \\p{L}+ `
  const remark = `(?:${reference}|${anyOf(words.term_uses)} )?(?:${anyOf(words.term_purposes)} [\\p{L} ,]+ )?`
  return new RegExp(`${NO_LETTER_BEFORE}${term},?\\s+${remark}(?:${verbs})${NO_LETTER_AFTER}`, 'iu')
}

const definitionsOfTerritory = (words: SentenceWords, term: string, area: string): readonly RegExp[] => {
  const complement = `\\s*:|\\s+${anyOf(words.complements)}${NO_LETTER_AFTER}`
  return [
    verbOfTerm(words, term, `${anyOf(words.territory_is)}|${anyOf(words.copulas)}(?=${complement})`),
    // "Territory: …", "ITEM 4 (Territory): …"
    new RegExp(`^\\s*(?:§\\s*)?(?:[\\d.]+\\s+)?(?:[\\p{L}]+\\s\\d+\\s\\()?${term}\\)?\\s*:`, 'iu'),
    // "… in the following area", "se entenderá por «Territorio»", "válida no território"
    new RegExp(
      [
        `${anyOf(words.following_before)}\\s+${area}`,
        `${area}\\s+${anyOf(words.following_behind)}`,
        `${anyOf(words.understood_by)}\\s+["“«]\\s*${area}`,
        `${anyOf(words.valid)}\\s+${anyOf(words.valid_in)}\\s+${area}`,
      ].join('|'),
      'iu',
    ),
    // "… (hereinafter the “Territory”)"
    new RegExp(`\\([^()]*["“„«]\\s*(?:[\\p{L}’'-]+\\s){0,3}${area}\\s*["”“»][^()]*\\)`, 'iu'),
  ]
}

/** A preamble never contains words that select parts of a place: "the following states in Mississippi", "every state in the United States". */
const preamblePatterns = (words: SentenceWords): Pick<SentencePatterns, 'grants' | 'upToPlace'> => {
  const units = `(?:${anyOf(words.each)}\\s${anyOf(words.units_one)}|${anyOf(words.units_many)})`
  const ofIt = `${NO_LETTER_BEFORE}(?:${anyOf(words.announcing)}|${units}\\s+${anyOf(words.units_in)}\\s)`
  const whole = (list: readonly string[]): string => `${NO_LETTER_BEFORE}${anyOf(list)}`
  const inPlace = `${whole(words.granted_in)}\\s+(?=(?:${anyOf(words.the)}\\s+)?`
  return {
    grants: new RegExp(
      `^.*?${whole(words.grants)}${NO_LETTER_AFTER}[^.]*?${whole(words.granted)}${NO_LETTER_AFTER}(?:(?!${ofIt})[^.;])*?${inPlace}(?:\\([a-z]+\\)\\s+)?(?:\\p{Lu}\\p{Ll}|${anyOf(words.granted_scopes)}${NO_LETTER_AFTER}))`,
      'su',
    ),
    upToPlace: new RegExp(`^(?:(?!${ofIt})[^(])*?${inPlace}\\p{Lu}\\p{Ll})`, 'su'),
  }
}

/** A quoted term. */
const QUOTED = '["“„«][^"”“»]+["”“»]'
