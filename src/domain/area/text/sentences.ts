/**
 * Sentences of a description that say which land is meant, and those that are about something else: "Licensee shall pay royalties
 * quarterly." An agreement has both, and only the first kind is read.
 */
import type { Vocabulary } from '../vocabulary.ts'

export interface Sentence {
  /** As written. */
  readonly text: string
  readonly about: 'land' | 'something else'
  /** How many characters come before what is granted: "Licensor grants … the right to sell the Products in". */
  readonly preamble: number
}

export type SentenceReader = (text: string) => readonly Sentence[]

export const createSentenceReader = ({ asides: phrases }: Pick<Vocabulary, 'asides'>): SentenceReader => {
  const topic = anyOf(phrases)
  return (written) => {
    const text = withOneTerm(written)
    const sentences = sentencesOf(text)
    const isDefined = sentences.some(definesTerritory)
    const aboutOf = (sentence: string, before: string): Sentence['about'] => {
      if (isHeading(sentence) || (isDefined && isShouted(sentence, text))) return 'something else'
      if (saysTerritory(sentence) || (!isDefined && GRANTS.test(sentence))) return 'land'
      if ((topic.test(sentence) && !LETS_IN_OR_OUT.test(sentence)) || OTHER_TERM.test(sentence))
        return 'something else'
      return isDefined && !saysWhere(sentence, before) ? 'something else' : 'land'
    }
    const read = sentences.map((sentence, index) => ({
      text: sentence,
      about: aboutOf(sentence, sentences[index - 1] ?? ''),
      preamble: preambleOf(sentence),
    }))
    // A text of nothing else is read, so that its words are named when it is refused.
    return read.some(({ about }) => about === 'land') ? read : [{ text, about: 'land', preamble: 0 }]
  }
}

/** “Service Area” means …: the term that the text defines is the territory wherever it stands. */
const withOneTerm = (text: string): string => {
  const terms = new Set([...text.matchAll(DEFINED_TERM)].map(([, term]) => term))
  return [...terms].reduce(
    (each, term) =>
      each.replaceAll(new RegExp(`(?<!\\p{L})${RegExp.escape(term)}(?!\\p{L})`, 'gu'), 'Territory'),
    text,
  )
}

/** A heading in a text that is not in capitals throughout. */
const isShouted = (sentence: string, text: string): boolean =>
  !/\p{Ll}/u.test(sentence) &&
  /\p{Ll}/u.test(text) &&
  !/[.!?]\s*$/u.test(sentence) &&
  !saysTerritory(sentence)

/** Beside a definition: whether the sentence may change it. */
const saysWhere = (sentence: string, before: string): boolean =>
  SAYS_WHERE.test(sentence) ||
  (SHORT.test(sentence) && !KEYED.test(sentence) && /[.!?]\s*$/u.test(sentence)) ||
  NAMES_UNITS.test(sentence) ||
  !/\p{Ll}/u.test(sentence) ||
  goesOnWith(sentence, before)

/** "The County of Price is excluded." */
const LETS_IN_OR_OUT =
  /^(?!\s*no other\b).*(?<!\p{L})(?:is|are|shall be)\s(?:\p{Ll}+\s)?(?:excluded|included|excepted)\s*[.!]?\s*$/isu

/** A remark of a few words. */
const SHORT = /^\s*(?:\S+\s+){1,7}\S+\s*$/u

/** "The counties of Clinton and Jersey", "Lake County". */
const NAMES_UNITS =
  /(?<!\p{L})(?:count(?:y|ies)|states?|provinces?|parish(?:es)?|cantons?|departments?|districts?|prefectures?|regions?|emirates?|Bundesländer|Länder|Kantone|départements|régions|provincias|regioni|provincie)\s+(?:of|von|de|du|di)\s+(?:the\s+)?\p{Lu}|\p{Lu}\p{Ll}+\s+(?:Count(?:y|ies)|Parish(?:es)?|Prefectures?|Voivodeships?)(?!\p{L})/u

/** "1) In Missouri: …" and then "2) In Illinois: …" */
const goesOnWith = (sentence: string, before: string): boolean => {
  const last = [...before.matchAll(ENUMERATORS)].at(-1)?.[1]
  const own = ENUMERATED.exec(sentence)?.[1]
  return own !== undefined && last !== undefined && styleOf(own) === styleOf(last)
}

const styleOf = (enumerator: string): string => enumerator.replace(/\d+/, '1').replace(/[a-z]+/i, 'a')

const ENUMERATORS = /(?:^|\n)\s*(\(?\d{1,2}[.)]|\(?[a-z][.)]|\(?[ivx]{1,4}\)|[-–—•*])\s/gu

/** "2) In Illinois: …" */
const ENUMERATED = /^\s*(\(?\d{1,2}[.)]|\(?[a-z][.)]|\(?[ivx]{1,4}\)|[-–—•*])\s/u

/** The sentences in their order. Lists go on over lines; a full stop behind an abbreviation or a number ends nothing. */
const sentencesOf = (text: string): readonly string[] =>
  paragraphsOf(text).flatMap((paragraph) => {
    const sentences: string[] = []
    let from = 0
    for (const { 0: stop, index } of paragraph.matchAll(SENTENCE_END)) {
      const before = /\S+$/u.exec(paragraph.slice(from, index + 1))?.[0] ?? ''
      const isAbbreviation = ABBREVIATION.test(before) && !(CODE.test(before) && /\p{Ll}/u.test(paragraph))
      if (stop.startsWith('.') && !stop.includes('\n') && isAbbreviation) continue
      sentences.push(paragraph.slice(from, index + stop.length))
      from = index + stop.length
    }
    return withTitles([...sentences, paragraph.slice(from)].filter((sentence) => sentence.trim() !== ''))
  })

/** "2.1 Territory. Spain and France.": the first says what the second is. */
const withTitles = (sentences: readonly string[]): readonly string[] =>
  sentences.flatMap((sentence, index) => {
    const before = sentences[index - 1] ?? ''
    if (TITLE.test(sentence) && index < sentences.length - 1) return []
    return TITLE.test(before) ? [`${before.trim().replace(/\.$/u, '')}: ${sentence}`] : [sentence]
  })

/** Lines that belong together: those of a list stay with what they are a list of. */
const paragraphsOf = (text: string): readonly string[] => {
  const paragraphs: string[] = []
  let isNew = true
  for (const line of text.replaceAll(/\r\n?/gu, '\n').split('\n')) {
    const before = paragraphs.at(-1)
    if (line.trim() === '') {
      // An empty line in a list parts its items; "consists of:" goes on behind it.
      isNew = before !== undefined && !GOES_ON.test(before)
    } else if (before === undefined || isNew || startsAnew(before, line)) {
      paragraphs.push(line)
      isNew = false
    } else {
      paragraphs[paragraphs.length - 1] = `${before}\n${line}`
      isNew = false
    }
  }
  return paragraphs
}

const startsAnew = (before: string, line: string): boolean => {
  if (DEFINITION.test(line)) return true
  return KEYED.test(line)
    ? !/[:,]\s*$/u.test(before) && !isKeyedList(before)
    : NUMBERED.test(line) && /[.!?]["”’)]*\s*$/u.test(before)
}

/** "The following prefectures: / Kanto: Tokyo / Kansai: Osaka": one list. */
const isKeyedList = (before: string): boolean => {
  const lines = before.split('\n').filter((line) => line.trim() !== '')
  return lines.slice(0, -1).some((line) => /:\s*$/u.test(line)) && KEYED.test(lines.at(-1) ?? '')
}

/** “Products” means … */
const DEFINITION =
  /^\s*(?:\([\p{L}\d]+\)\s*)?["“„«][^"”“»]+["”“»]\s+(?:means|shall mean|bedeutet|bezeichnet|désigne|significa)(?!\p{L})/u

const GOES_ON = /(?:[,:;]|\b(?:and|or|und|et|y|e|en)\b;?)\s*$/u
/** "Licence Period: seven years", "“Territory” means …". */
const KEYED =
  /^\s*(?:["“„«][^"”“»]+["”“»]|\p{Lu}[\p{L}’'-]*(?:\s[\p{L}’'-]+){0,4})(?:\s\([^()]*\))?\s*(?::\s|\s(?:means|shall mean|bedeutet|désigne|significa)\s)/u
/** "2.1 …", "§ 3 …", "Article 4 …". */
const NUMBERED =
  /^\s*(?:\d+(?:\.\d+)*[A-Z]?\.?\)?\s|§\s?\d|(?:section|article|artikel|art\.|clause|cláusula|item|part|schedule|annex|exhibit|appendix)\s)/iu

const SENTENCE_END = /[.!?。][”"’')\]]*(?:\s+(?=\S)|\s*$)/gu
/** "OK and MT." */
const CODE = /^[A-Z]{2}\.$/u
const ABBREVIATION =
  /^[(“"]?(?:\p{L}|\p{L}\.\p{L}|St|Ste|Mt|Ft|Ala|Ariz|Ark|Calif|Colo|Conn|Del|Fla|Ill|Ind|Kans|Ky|La|Mass|Md|Mich|Minn|Miss|Mont|Neb|Nebr|Nev|Okla|Ore|Pa|Penn|Tenn|Tex|Va|Vt|Wash|Wis|Wyo|Prov|Dist|excl|tel|Co|Cos|Inc|Ltd|LLC|No|Nos|Art|Sec|Abs|Dr|Mr|Ms|Mrs|Rs|vs|approx|incl|excl|viz|e\.g|i\.e|z\.B|bzw|(?:\d+\.)*\d+|(?:\p{L}\.)+\p{L}?)\.$/iu

const AREA_WORD =
  '(?:territor(?:y|ies|ium|io|ios)|territoires?|territórios?|area|region|zone|rayon|\\p{L}*gebiet|\\p{L}*gebied|zona|área|field of use area)'
const DEFINED_TERM =
  /["“„«]\s*((?:[\p{L}’'-]+\s){1,3}(?:Territory|Area|Region|Zone|territory|area|zone))\s*["”“»]/gu
const TERM = `["“„«'’]?(?:[\\p{L}’'-]+\\s){0,4}?${AREA_WORD}["”“»'’]?(?:\\s(?:of(?:\\s[\\p{L}’'-]+){1,3}?|\\([^()]*\\)))?`

const TITLE = new RegExp(`^\\s*(?:[\\d.]+\\s+|[\\p{L}]+\\s\\d+\\.?\\s+)?${TERM}\\.\\s*$`, 'iu')

/** The sentence defines the territory, or says what belongs to it. */
const saysTerritory = (sentence: string): boolean =>
  definesTerritory(sentence) || ADDS_TO_TERRITORY.some((pattern) => pattern.test(sentence))

const definesTerritory = (sentence: string): boolean =>
  DEFINES_TERRITORY.some((pattern) => pattern.test(sentence))

const VERB = (verbs: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}])${TERM},?\\s+(?:(?:referred to|mentioned) in [\\p{L}\\d. ]+? of the \\p{L}+ |as used (?:herein|in this \\p{L}+) )?(?:for [\\p{L} ,]+ )?(?:${verbs})(?![\\p{L}])`,
    'iu',
  )

const preambleOf = (sentence: string): number => {
  if (isOpened(sentence)) return 0
  const isNamedBehind = definesTerritory(sentence)
  return (GRANTS.exec(sentence) ?? (isNamedBehind ? UP_TO_PLACE.exec(sentence) : null))?.[0].length ?? 0
}

/** "The following states in Mississippi", "every state in the United States": words that say what of a place is meant stand in no preamble. */
const OF_IT =
  '\\b(?:following|(?:(?:each|every)\\s(?:state|county|parish|province|district|canton|prefecture|department|municipality|city|town|region)|states|counties|parishes|provinces|districts|cantons|prefectures|departments|municipalities|cities|towns|parts?|half|regions?)\\s+(?:in|of|within)\\s)'

/** "… end users in Canada, excluding Quebec (the “Territory”)". */
const UP_TO_PLACE = new RegExp(
  `^(?:(?!${OF_IT})[^(])*?\\b(?:in|throughout|within|for)\\s+(?=(?:the\\s+)?\\p{Lu}\\p{Ll})`,
  'su',
)

/** “Territory” means …, Territory: …; not "… the right to sell in Norway (the “Territory”)". */
const isOpened = (sentence: string): boolean =>
  DEFINES_TERRITORY.slice(0, 2).some((pattern) => pattern.test(sentence))

const DEFINES_TERRITORY: readonly RegExp[] = [
  VERB(
    'mean|means|shall mean|will mean|refers to|shall be|consists?|shall consist|comprises?|shall comprise|is made up|is hereby|is limited|shall be limited|awarded|reserved|which consists|(?:is|are)(?=\\s*:|\\s+(?:the|as follows|defined|made|limited|hereby|all|that|those)(?!\\p{L}))|umfasst|besteht|bedeutet|bezeichnet|désigne|comprend|significa|comprende|comprenderá|abarca|abrange|compreende|omvat|betekent|assigned',
  ),
  // "Territory: …", "ITEM 4 (Territory): …"
  new RegExp(`^\\s*(?:[\\d.]+\\s+)?(?:[\\p{L}]+\\s\\d+\\s\\()?${TERM}\\)?\\s*:`, 'iu'),
  // "… in the following area", "se entenderá por «Territorio»", "válida no território"
  new RegExp(
    `(?:following|folgende[sn]?|seguente|siguiente|seguinte|volgende)\\s+${AREA_WORD}|${AREA_WORD}\\s+suivante?|(?:por|par|unter)\\s+["“«]\\s*${AREA_WORD}|(?:v[áa]lid[oa]|valable|gültig|geldig)\\s+(?:no|en el|dans le|im|in het)\\s+${AREA_WORD}`,
    'iu',
  ),
  // "… (hereinafter the “Territory”)"
  new RegExp(`\\([^()]*["“„«]\\s*(?:[\\p{L}’'-]+\\s){0,3}${AREA_WORD}\\s*["”“»][^()]*\\)`, 'iu'),
]

const ADDS_TO_TERRITORY: readonly RegExp[] = [
  VERB(
    'also (?:includes?|comprises?|covers?|extends?)|(?:shall|will|does|do)(?: not| also)* (?:include|exclude|comprise|cover|extend)|includes?|excludes?|covers?|extends?|umfasst (?:nicht|auch)|schließt',
  ),
  // "… is not part of the Territory", "… are excluded from the Territory"
  new RegExp(
    `(?:part of|excluded from|included in|belongs? to|parte del|partie du|Teil des)\\s+(?:the\\s+|our\\s+|said\\s+)?${TERM}`,
    'iu',
  ),
]

/** "Licensor grants … the exclusive right to sell the Products in Norway", up to the name. */
const GRANTS = new RegExp(
  `^.*?\\b(?:grants?|granted|appoints?|appointed)\\b[^.]*?\\b(?:rights?|licen[cs]e|distributor|agent|dealer)\\b(?:(?!${OF_IT})[^.;])*?\\b(?:in|throughout|for|within)\\s+(?=(?:the\\s+)?(?:\\([a-z]+\\)\\s+)?(?:\\p{Lu}\\p{Ll}|all\\b|only\\b))`,
  'su',
)

/** The definition of another term: "“Products” means …". */
const OTHER_TERM = new RegExp(
  `^\\s*(?:\\([\\p{L}\\d]+\\)\\s*|[\\d.]+\\s+)?["“„«](?![^"”“»]*${AREA_WORD})[^"”“»]+["”“»]\\s*(?::|(?:means|shall mean|includes|does not include|bedeutet|bezeichnet|désigne|significa)(?!\\p{L}))`,
  'iu',
)

/** Beside a definition only what may change it is read: what lets in, leaves out or says where something is sold; and short remarks. */
const SAYS_WHERE = new RegExp(
  [
    '(?<!\\p{L})(?:is|are|shall be|be|also|likewise|not|nor|neither|sind|ist|est|sont|está|están|è|sono|expressly|specifically)\\s(?:\\p{L}+\\s)?(?:excluded|included|excepted|covered|exempt|includes?|covers?|permitted|allowed|ausgenommen|ausgeschlossen|eingeschlossen|exclue?s?|inclue?s?|excluid[oa]s?|incluid[oa]s?|esclus[aeio]|inclus[aeio])(?!\\p{L})',
    '(?<!\\p{L})(?:sold|sell|sells|market|marketed|offered|available|valid|deliver|delivered|distributed?|operate|operates|used?|exploit|perform|rights|licen[cs]ed?)\\s(?:(?!subject)\\p{Ll}+\\s){0,3}(?:in|to|throughout|within)\\s(?:the\\s)?(?:\\p{Ll}+\\sof\\s)?(?!\\p{L}*\\s?(?:Territory|Area|Zone|Region|Market))\\p{Lu}',
  ].join('|'),
  'u',
)

/** "SCHEDULE 1 – KEY TERMS", "2.1 Appointment.", "WHEREAS:". */
const isHeading = (sentence: string): boolean =>
  /^\s*(?:(?:schedule|annex|exhibit|appendix|attachment|anlage|anhang|article|artikel|art\.|section|clause|cláusula|item|part|§)\s[\s\p{L}\d.()–:/-]{0,60}|(?:\d+(?:\.\d+)*[A-Z]?\.?\s+|\([a-z]\)\s+)(?:\p{Lu}[\p{L}’'/-]*\s?(?:(?:of|to|and|the|for)\s)?){1,6}\.?|[\p{Lu}\d\s–—:().,’'/&-]{12,}\bAGREEMENT\b[^.]*)\s*$/iu.test(
    sentence,
  ) && !saysTerritory(sentence)

const anyOf = (phrases: readonly string[]): RegExp => {
  const alternatives = phrases
    .toSorted((a, b) => b.length - a.length)
    .map((phrase) => RegExp.escape(phrase).replaceAll('\\x20', '\\s+'))
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${alternatives.join('|')})(?![\\p{L}\\p{M}\\p{N}])`, 'iu')
}
