/** A description as one line of phrases: quotes, bullets and remarks in brackets are made plain. */

/** Ends of lines and bullets become semicolons; brackets that only name or define something go. */
export const tidyText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(WIDE_SIGNS, (sign) => NARROW_SIGNS[sign])
    .replace(DEFINED_TERM, ' ')
    .replace(QUOTES, '')
    .replace(/\r\n?/g, '\n')
    .replace(BULLETS, ';')
    .replace(ENUMERATORS, '$1;')
    .replace(BRACKETS, (whole: string, content: string) => (DEFINITION.test(content) ? ' ' : whole))
    .replace(/ \/ |\n+/g, ';')
    .replace(/[^\S\n]+/g, ' ')

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

const BULLETS = /(?:^|\n)[^\S\n]*(?:[-–—•*·‣▪]|\d{1,2}[.)]|\(?[a-z]\)|\(?[ivx]{1,4}\))[^\S\n]+/g

/** "(a) Bavaria (b) Hesse", "(i) …" within a line. */
const ENUMERATORS = /(^|[\s;,:])\((?:[a-h]|i{1,3}|iv|vi{0,3}|\d{1,2})\)(?=\s)/g

const BRACKETS = /\(([^()]*)\)/g

const DEFINITION =
  /^\s*(?:hereinafter|hereafter|herein|collectively|together|each|the territory|territory|as defined|as constituted|defined|im folgenden|nachfolgend|nachstehend|ci-après|ci-dessous|dénommé|en adelante|en lo sucesivo|di seguito|doravante|a seguir|hierna|далее|zwany|all (?:together|as|collectively)|both (?:together|as)|jointly|以下)/i
