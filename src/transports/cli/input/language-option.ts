/** `--language`: the preferred languages of names, the same for every command that shows or writes names. */
import { InvalidArgumentError, Option } from 'commander'

export const languageOption = (): Option =>
  new Option(
    '--language <tags>',
    'Preferred languages of names, best first: de or pt-BR,en (default: local names)',
  ).argParser(languageTags)

/** Tags of BCP 47 in their canonical case, as a server reads `Accept-Language`. */
export const languageTags = (text: string): readonly string[] => [
  ...new Set(text.split(',').map((word) => canonicalTag(word.trim()))),
]

const canonicalTag = (tag: string): string => {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    throw new InvalidArgumentError('Write language tags with commas between them, such as de,zh-Hant.')
  }
}
