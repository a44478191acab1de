/**
 * Separates sentences that describe land from others: "Licensee shall pay royalties
 * quarterly." Agreements have both, and only the first kind is read.
 */
import type { ReadBy } from '../explanation.ts'
import { createFormReader, type FormReader, type Stated } from '../statements/form-reader.ts'
import { createLayoutReader, type LayoutReader } from '../statements/layout.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { createLeadIns, type LeadIns } from './lead-ins.ts'
import { isRemote } from './remote.ts'
import { type SentencePatterns, sentencePatterns } from './sentence-patterns.ts'
import { splitSentences } from './split-sentences.ts'
import { anyOf, compiledOnce, wholeWords } from './word-pattern.ts'

/**
 * In a text that defines its territory, a sentence is probably about something else if nothing in it says where; one with words of another
 * subject that sentences about the area have, too, is doubtful in a text without a definition.
 */
type About = 'land' | 'something else' | 'probably something else' | 'doubtful'

export interface Sentence {
  /** As written. */
  readonly text: string
  readonly about: About
  /** What it says of places, where a form reads it. */
  readonly stated: Stated | null
  /** Whether words of any kind may introduce the first place. */
  readonly isOpen?: true
  /** The number of characters before the granted place: "Licensor grants … the right to sell the Products in". */
  readonly preamble: number
}

export interface SentenceReadings {
  /** By forms where one matches, and without them: those with a plan have to agree. */
  readonly strict: readonly SentenceReading[]
  /** For a text that these do not understand. */
  readonly open: SentenceReading
}

export interface SentenceReading {
  readonly by: ReadBy
  readonly sentences: readonly Sentence[]
}

export type SentenceReader = (text: string) => SentenceReadings

export const createSentenceReader = compiledOnce((vocabulary: Vocabulary): SentenceReader => {
  const reader = new Sentences(vocabulary)
  return (text) => reader.read(text)
})

class Sentences {
  readonly #topic: RegExp
  readonly #strongTopic: RegExp
  /** "excluding: Kent", in small letters. */
  readonly #exception: RegExp
  readonly #patterns: SentencePatterns
  readonly #byForm: FormReader
  readonly #layout: LayoutReader
  readonly #leadIns: LeadIns
  readonly #vocabulary: Vocabulary

  constructor(vocabulary: Vocabulary) {
    const { asides, sentenceWords } = vocabulary
    this.#vocabulary = vocabulary
    const weak = new Set(sentenceWords.weak_asides)
    this.#topic = wholeWords(asides)
    this.#strongTopic = wholeWords(asides.filter((each) => !weak.has(each)))
    this.#exception = new RegExp(`^\\s*${anyOf(vocabulary.operators.except, '\\s+')}\\s*:`, 'iu')
    this.#patterns = sentencePatterns(sentenceWords)
    this.#byForm = createFormReader(vocabulary)
    this.#layout = createLayoutReader(vocabulary)
    this.#leadIns = createLeadIns(vocabulary)
  }

  read(written: string): SentenceReadings {
    const laidOut = this.#layout(written)
    const text = this.#withOneTerm(laidOut.text)
    const sentences = splitSentences(text, this.#patterns)
    const isDefined = sentences.some(
      (sentence) => this.#definesTerritory(sentence) && !this.#patterns.adds.test(sentence),
    )
    const stated = withoutAlone(
      sentences.map((sentence) => this.#statementsOf(sentence)),
      isDefined,
    )
    const plain = sentences.map(
      (sentence, index): Sentence => ({
        text: sentence,
        // "Excluded: Oslo." is not set aside.
        about:
          SHORT.test(sentence) && stated[index].some(saysLand)
            ? 'land'
            : this.#aboutOf(sentence, sentences[index - 1] ?? '', { text, isDefined }),
        stated: null,
        preamble: this.#preambleOf(sentence),
      }),
    )
    const formed = plain.flatMap((sentence, index) =>
      stated[index].length === 0
        ? [sentence]
        : stated[index].map((each) => ({ ...sentence, about: aboutOfForm(each), stated: each })),
    )
    // What belongs to the area by a form is in no reading about something else.
    const unformed = plain.map((sentence, index): Sentence => {
      const isLand = stated[index].some((each) => saysLand(each) && saysWhatIsIn(each))
      return isLand ? { ...sentence, about: 'land' } : sentence
    })
    const isFormed = formed.some((sentence) => sentence.stated !== null)
    // If no sentence describes land, all are read, so that the refusal names the words.
    const reading = (by: ReadBy, each: readonly Sentence[]): SentenceReading => ({
      by,
      sentences: each.some(({ about }) => about === 'land')
        ? [...each, ...laidOut.asides.map(aside)]
        : [{ text, about: 'land', stated: null, preamble: 0 }],
    })
    const plainly = reading('lists', unformed)
    return {
      strict: isFormed ? [reading('forms', formed), plainly] : [plainly],
      open: reading('lead_in', this.#opened(formed)),
    }
  }

  /** "Applicants must hold an address in Bavaria": if nothing else says what is in, the first sentence with a lead-in does. */
  #opened(sentences: readonly Sentence[]): readonly Sentence[] {
    const parted = sentences.flatMap((sentence) => this.#withoutRemarks(sentence))
    const saysWhatIsIn = parted.some(
      ({ about, stated, text }) =>
        about === 'land' && (stated === null ? !this.#exception.test(text) : !leavesOut(stated)),
    )
    const at = saysWhatIsIn
      ? -1
      : parted.findIndex(({ text, stated }) => stated === null && this.#leadIns.ofOpenSentence(text) > 0)
    return parted.map((sentence, index) => ({
      ...sentence,
      about: index === at ? 'land' : sentence.about,
      isOpen: true,
    }))
  }

  /** "We ship to Norway; Sweden is not served": a form for each part, or one for all. None where a part has none. */
  #statementsOf(sentence: string): readonly Stated[] {
    const parts = sentence
      .replace(ITEM, '')
      .split(';')
      .map((part) => this.#byForm(part))
    if (parts.every((part) => part !== null)) return parts
    const whole = this.#byForm(sentence)
    if (whole !== null) return [whole]
    const [first, ...others] = parts
    return first === null && others.length > 0 && others.every(leavesOut)
      ? [listed(sentence.slice(0, sentence.indexOf(';'))), ...others]
      : []
  }

  /** "…, Florida; royalties are due on the tenth day of each month": the last part is a sentence of its own. */
  #withoutRemarks(sentence: Sentence): readonly Sentence[] {
    const parts = sentence.text.split(/(?<=;)\s+(?=\p{Ll})/u)
    const from = parts.findIndex(
      (part, at) => at > 0 && isRemote(`${part.replace(/[.;]\s*$/u, '')}.`, this.#vocabulary, true),
    )
    if (sentence.stated !== null || from === -1 || from !== parts.length - 1) return [sentence]
    return [{ ...sentence, text: parts.slice(0, from).join(' ') }, aside(parts[from])]
  }

  #aboutOf(
    sentence: string,
    before: string,
    { text, isDefined }: { readonly text: string; readonly isDefined: boolean },
  ): Sentence['about'] {
    const { grants, letsInOrOut, otherTerm } = this.#patterns
    if (this.#isHeading(sentence) || (isDefined && this.#isShouted(sentence, text))) return 'something else'
    if (this.#saysTerritory(sentence) || (!isDefined && grants.test(sentence))) return 'land'
    if (otherTerm.test(sentence)) return 'something else'
    if (this.#topic.test(sentence) && !letsInOrOut.test(sentence))
      return this.#strongTopic.test(sentence)
        ? 'something else'
        : isDefined
          ? 'probably something else'
          : 'doubtful'
    return isDefined && !this.#saysWhere(sentence, before) ? 'probably something else' : 'land'
  }

  /** “Service Area” means …: replaces the defined term with "Territory" everywhere. */
  #withOneTerm(text: string): string {
    const terms = new Set([...text.matchAll(this.#patterns.definedTerm)].map(([, term]) => term))
    return [...terms].reduce(
      (each, term) =>
        each.replaceAll(new RegExp(`(?<!\\p{L})${RegExp.escape(term)}(?!\\p{L})`, 'gu'), 'Territory'),
      text,
    )
  }

  /** A heading in a text that is not in capitals throughout. */
  #isShouted(sentence: string, text: string): boolean {
    return (
      !/\p{Ll}/u.test(sentence) &&
      /\p{Ll}/u.test(text) &&
      !/[.!?]\s*$/u.test(sentence) &&
      !this.#saysTerritory(sentence)
    )
  }

  /** In a text with a definition: whether the sentence may change it. */
  #saysWhere(sentence: string, before: string): boolean {
    const { saysWhere, keyed, namesUnits } = this.#patterns
    return (
      saysWhere.test(sentence) ||
      this.#exception.test(sentence) ||
      (SHORT.test(sentence) && !keyed.test(sentence) && /[.!?]\s*$/u.test(sentence)) ||
      namesUnits.test(sentence) ||
      !/\p{Ll}/u.test(sentence) ||
      goesOnWith(sentence, before)
    )
  }

  /** The sentence defines the territory, or says what belongs to it. */
  #saysTerritory(sentence: string): boolean {
    return (
      this.#definesTerritory(sentence) ||
      this.#patterns.addsToTerritory.some((pattern) => pattern.test(sentence))
    )
  }

  #definesTerritory(sentence: string): boolean {
    return this.#patterns.definesTerritory.some((pattern) => pattern.test(sentence))
  }

  #preambleOf(sentence: string): number {
    const { definesTerritory, grants, upToPlace } = this.#patterns
    // “Territory” means …, Territory: …; not "… the right to sell in Norway (the “Territory”)".
    if (definesTerritory.slice(0, 2).some((pattern) => pattern.test(sentence))) return 0
    const isNamedBehind = this.#definesTerritory(sentence)
    return (grants.exec(sentence) ?? (isNamedBehind ? upToPlace.exec(sentence) : null))?.[0].length ?? 0
  }

  /** "SCHEDULE 1 – KEY TERMS", "2.1 Appointment.", "WHEREAS:". */
  #isHeading(sentence: string): boolean {
    const { heading, namesNothing } = this.#patterns
    const [, rest = ''] = /:(.*)$/su.exec(sentence) ?? []
    // "Schedule 1 – Sales: Germany" is more than a heading, "ITEM 5 (Start): 1 July" is not.
    const names = (rest.match(/\p{Lu}[\p{L}’'-]*/gu) ?? []).filter((word) => !namesNothing.test(word))
    return names.length === 0 && heading.test(sentence) && !this.#saysTerritory(sentence)
  }
}

/** "Spain; however, Ceuta falls outside the Territory": a list, and what is left out of it. */
const listed = (text: string): Stated => ({
  form: '<in> ; …',
  isAlone: false,
  places: [{ slot: 'in', text: text.trim() }],
})

/** "Territory: Ohio. Key markets: Kentucky": the second says nothing certain of the territory. */
const withoutAlone = (
  stated: readonly (readonly Stated[])[],
  isDefined: boolean,
): readonly (readonly Stated[])[] => {
  const isOther = stated.flat().some((each) => !each.isAlone && saysWhatIsIn(each))
  return isDefined || isOther
    ? stated.map((each) => (each.some(({ isAlone }) => isAlone) ? [] : each))
    : stated
}

const leavesOut = (part: Stated | null): part is Stated =>
  part !== null && part.places.length > 0 && part.places.every(({ slot }) => slot === 'out')

const aside = (text: string): Sentence => ({ text, about: 'something else', stated: null, preamble: 0 })

const saysLand = ({ places }: Stated): boolean => places.some(({ slot }) => slot !== 'place')

const aboutOfForm = (stated: Stated): Sentence['about'] => (saysLand(stated) ? 'land' : 'something else')

const saysWhatIsIn = ({ form, places }: Stated): boolean =>
  form.startsWith(OF_AREA) || places.some(({ slot }) => slot === 'in')

/** Forms that begin with the name of the area. */
const OF_AREA = '{area_name}'

/** "Item 12. Your territory will be …", "2.1 The Territory is …". */
const ITEM =
  /^\s*(?:(?:[Ii]tem|ITEM|[Ss]ection|[Aa]rticle|[Cc]lause|[Pp]art|§)\s*\d{1,3}(?:\.\d{1,2})*[.)]?|\d{1,2}(?:\.\d{1,2})+[.)]?|\d{1,2}[.)])\s+(?=\p{Lu})/u

/** A remark of a few words. */
const SHORT = /^\s*(?:\S+\s+){1,7}\S+\s*$/u

/** "1) In Missouri: …" and then "2) In Illinois: …" */
const goesOnWith = (sentence: string, before: string): boolean => {
  const last = [...before.matchAll(ENUMERATORS)].at(-1)?.[1]
  const own = ENUMERATED.exec(sentence)?.[1]
  return own !== undefined && last !== undefined && enumeratorStyle(own) === enumeratorStyle(last)
}

const enumeratorStyle = (enumerator: string): string => enumerator.replace(/\d+/, '1').replace(/[a-z]+/i, 'a')

const ENUMERATORS = /(?:^|\n)\s*(\(?\d{1,2}[.)]|\(?[a-z][.)]|\(?[ivx]{1,4}\)|[-–—•*])\s/gu

/** "2) In Illinois: …" */
const ENUMERATED = /^\s*(\(?\d{1,2}[.)]|\(?[a-z][.)]|\(?[ivx]{1,4}\)|[-–—•*])\s/u
