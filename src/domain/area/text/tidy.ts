/** A description as one line of phrases: quotes, bullets and remarks in brackets are made plain. */

import { withoutCounts } from './counts.ts'

/** Ends of lines and bullets become semicolons; brackets that only name or define something go. */
export const tidyText = (text: string): string =>
  withoutCounts(text.normalize('NFC'))
    .replace(WIDE_SIGNS, (sign) => NARROW_SIGNS[sign])
    .replace(DEFINED_TERM, ' ')
    .replace(QUOTES, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\biso:(?=[A-Z]{2}\b)/giu, '')
    .replace(/,\s*although (?:sometimes|often|usually|commonly|once|formerly) [^,;.\p{Lu}]*(?=,)/gu, '')
    .replace(/(?<=(?:[,;]|\band)\s+)(?:each of )?the following (\p{Ll}+)\s*:\s*/gu, 'the $1 of ')
    .replace(/(?<=\bfollowing\b[^:;.]*)\s+(?:only|alone)(?=\s*:)/giu, '')
    .replace(BY_CENSUS, ' (Census)')
    .replace(NOISE, '')
    .replace(
      /\b(?:in the case of|comprised in|(?:lying|located|situated)(?: wholly| entirely)? (?:in|within))\b/giu,
      'in',
    )
    .replace(DOUBLE_LEVELS, '$1-and-$2')
    .replace(SO_TOO, '$1; $2 $1')
    .replace(BULLETS, ';')
    .replace(ENUMERATORS, '$1;')
    .replace(CODE_LABELS, '$1$2: ')
    .replace(DASHES, ', ')
    .replace(LABELS, '$1$2: ')
    .replace(LOUISIANA, 'Louisiana')
    .replace(BRACKETS, (whole: string, content: string) => (DEFINITION.test(content) ? ' ' : whole))
    .replace(/ \/ |\n+/g, ';')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ (?=\.(?:\s|;|$))/g, '')

/** Chinese and Japanese signs that have a narrow twin; square brackets are round ones. */
const NARROW_SIGNS: Readonly<Record<string, string>> = {
  '（': '(',
  '）': ')',
  '［': '(',
  '］': ')',
  '[': '(',
  ']': ')',
  '，': ',',
  '；': ';',
  '؛': ';',
  '：': ':',
  '．': '.',
  '・': '、',
  '\u202F': ' ',
}
const WIDE_SIGNS = new RegExp(`[${Object.keys(NARROW_SIGNS).map(RegExp.escape).join('')}]`, 'gu')

/** Bracketed, and quoted within the brackets: a name that the text gives to what it just described. */
const DEFINED_TERM = /\((?=[^()]*["“”„«»「」])[^()]*\)/g

const QUOTES = /["“”„«»「」]/g

/** "…, as those divisions are established by the United States Bureau of the Census". */
const BY_CENSUS =
  /,\s*as (?:those|that|such) (?:divisions?|regions?) (?:is|are) (?:established|defined) by the (?:United States|U\.S\.) (?:Bureau of the Census|Census Bureau)/giu

/** Wording of contracts that says nothing of the land. Membership of a given day does, and stays. */
const NOISE =
  /,?\s*\(?(?:as (?:it |they |the same |such )?(?:may be |is |are |was )?(?:from time to time )?(?:constituted|amended)(?: from time to time)?(?! on| at| as)|(?:and )?(?:in )?(?:no others?(?: (?:county|state|country|place)\b)?|nowhere else|nothing else)(?![\p{L}\s]*\p{L}{3})|collectively,?(?=\s*:|\s+\()|notwithstanding the (?:foregoing|above)[^,;.]*|(?<=,\s)which \p{Lu}\p{L}+ (?:acknowledges?|agrees?|confirms?)[^.;]*)\)?/giu

/** "All provinces and territories of Canada": one word for all that Canada has. */
const DOUBLE_LEVELS = /\b(states|provinces)\s+and\s+((?:union )?territories)\b/giu

/** "Tibet is excluded, as are Hong Kong and Macau", "nor is Macau": the verb once more. */
const SO_TOO =
  /\b((?:is|are|shall be)\s(?:\p{Ll}+\s){0,3}?(?:excluded|included|excepted|covered|part of the \p{L}+))\s*[,;.]?\s+(?:and\s+)?(?:as|so|nor|neither)\s+(?:too\s+|also\s+)?(?:is|are|shall be)\s+((?:[^.;\n]|(?<=\b(?:St|Ste|Mt|Ft))\.)+)/giu

const BULLETS = /(?:^|\n)[^\S\n]*(?:[-–—•*·‣▪]|\d{1,2}[.)]|\(?[a-z]\)|[a-z]\.|\(?[ivx]{1,4}\))[^\S\n]+/g

/** "(a) Bavaria (b) Hesse", "(i) …" within a line. */
const ENUMERATORS = /(^|[\s;,:])\((?:[a-h]|i{1,3}|iv|vi{0,3}|[xyz]|\d{1,2})\)(?=\s)/gi

/** "TX – Harris, Fort Bend; LA – Calcasieu". */
const CODE_LABELS = /((?:^|[;\n])[^\S\n]*)(\p{Lu}{2})[^\S\n]+[–—-][^\S\n]+/gu

/** "Maine – with the exception of York County – and Vermont": dashes stand for commas before words that join or leave out. */
const DASHES =
  /\s+[–—-]\s+(?=(?:with the exceptions?|with the exclusion|except|excepting|excluding|excl|but|other than|less|without|minus|including|incl|namely|only|apart from|and|plus|that is|i\.e\.|viz|mit Ausnahme|ohne|außer|sauf|sans|salvo|excepto|tranne|behalve)(?!\p{L}))/giu

/** "Georgia – Camden and Glynn Counties; Alabama – Baldwin County". */
const LABELS =
  /((?:^|[;\n:.])[^\S\n]*)((?:\p{Lu}[\p{L}.’'-]+\s?){1,4})\s[–—]\s(?=\p{L}[^;\n]*(?:,|\band\b|\bcount))/gu

/** Without its full stop it is an article. */
const LOUISIANA = /(?<=[,(]\s?|\b(?:and|in|or)\s|^)La\.(?=\s*(?:[,;)]|and\b|or\b|$))/gmu

const BRACKETS = /\(([^()]*)\)/g

const DEFINITION =
  /^\s*(?:(?:also|commonly|otherwise|formerly) (?:called|known as)\b(?=.*(?:,|\bor\b|\band\b))|hereinafter|hereafter|herein|collectively|together|each|the territory|territory|as defined|as constituted|defined|im folgenden|nachfolgend|nachstehend|ci-après|ci-dessous|dénommé|en adelante|en lo sucesivo|di seguito|doravante|a seguir|hierna|далее|zwany|all (?:together|as|collectively)|both (?:together|as)|jointly|以下|(?:state-?wide|(?:the )?(?:entire|whole) (?:state|country|province|county)|all(?: of it| counties)?|in full|in its entirety|country-?wide)\s*$)/i
