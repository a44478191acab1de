/** Sentences that are about no land at all: "Premiums are due in full at inception and are not refundable." */
import { foldName, wordsOf } from '../../catalog/fold.ts'
import type { Vocabulary } from '../vocabulary.ts'

/**
 * Whether nothing in the sentence can be a place or change which land is meant: no level, no word of territory, no word with a capital
 * that is not of contracts or the calendar. The first word has a capital in any sentence: whether that is a name is for the catalog to say.
 */
export const isRemote = (
  sentence: string,
  { levels, prose }: Pick<Vocabulary, 'levels' | 'prose'>,
): boolean => {
  const isList = LISTED.test(sentence.replaceAll(/\(\d[^()]*\)/gu, ''))
  if (!LATIN.test(sentence) || !ENDED.test(sentence) || isList || OF_LAND.test(sentence)) return false
  const written = sentence.trim().match(WORD) ?? []
  const folded = wordsOf(foldName(sentence))
  return (
    written.length >= MIN_WORDS &&
    !folded.some((word) => levels.has(word)) &&
    written
      .slice(1)
      .every(
        (word) =>
          !/^\p{Lu}/u.test(word) || CALENDAR.test(word) || prose.has(foldName(word.replace(/['’]s?$/u, ''))),
      )
  )
}

const LATIN = /^[\p{Script=Latin}\p{N}\p{P}\p{S}\s]+$/u
const ENDED = /[.!?]["”’)]*\s*$/u
/** What lists something may list places. */
const LISTED = /[:;()\n]/u
const WORD = /[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu
const MIN_WORDS = 5
const CALENDAR =
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?$|^(?:January|February|March|April|May|June|July|August|September|October|November|December|Q[1-4]|[IVX]+|[AP]M|USD|EUR|GBP|CHF|FOB|Thanks|Regards)$/u

/** Words that speak of land, or of what was said before, in the languages of contracts; by how they begin. */
const OF_LAND = new RegExp(
  `(?<!\\p{L})(?:${[
    'territ|area|zone|zona|region|région|región|regi[ãa]o|\\p{L}*gebiet|gebied|obszar|market|markt|mercado|marché|mercat|land|country|nation|worldwide|international|abroad|mainland|island|coast|border|overseas',
    'cover|couvr|cubr|copr|abarc|abrang|umfass|includ|inclu|inklu|einschl|exclu|exklu|esclu|ausgen|ausgesch|except|excep|eccet|salvo|sauf|tranne|außer|ohne|sans|sin|senza|sem|zonder|bez|without|outside|omit|minus|less',
    'only|sole|solely|nur|uniquement|seulement|solo|sólo|solamente|soltanto|apenas|alleen|tylko|limit|restrict|confin|namely',
    'deliver|liefer|livr|entreg|conseg|lever|dosta|ship|versand|envío|sell|sold|sale|sales|verkauf|vend|vent|verko|sprzeda|valid|gültig|valable|válid|geldig|apply|applies|gilt|gelten|serv|extend|reach|operate|represent|belong|offer|cater|come|go|goes|in scope|out of scope',
    'north|south|east|west|nord|sud|süd|ost|norte|sur|este|oeste|noord|zuid|rest|remain|elsewhere|everywhere|anywhere|nowhere|local|there|here|both|former|latter|others|ones|too|also|instead|everything|nothing|all of|half|part of|parts of',
  ].join('|')})`,
  'iu',
)
