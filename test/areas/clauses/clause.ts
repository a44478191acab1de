/** A generated case: a description, its correct plan, and the pieces of its text. */
import type { Phrase } from './phrase.ts'

export interface ExpectedPlan {
  readonly include: readonly string[]
  readonly exclude: readonly string[]
}

export type Expected =
  | (ExpectedPlan & {
      /** Other plans for the same land. */
      readonly or?: readonly ExpectedPlan[]
    })
  | {
      readonly refused: true
      /** Words that the refusal should name. */
      readonly names?: readonly string[]
    }

export type Language = 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'nl'

/** How a list is written; `one` is for lists of one. */
export type ListForm =
  | 'one'
  | 'and'
  | 'oxford'
  | 'commas'
  | 'ampersand'
  | 'semicolons'
  | 'lettered'
  | 'as-well-as'
  | 'together-with'
  | 'plus'
  | 'bullets'
  | 'numbered'
  | 'lines'

export type Capitals = 'as-is' | 'upper' | 'lower-wrapper'

/** The words of the area, before a wrapper is put around them. */
export interface Body {
  readonly phrase: Phrase
  /** Additional sentences about the area: "Lake County is excluded." */
  readonly sentences?: readonly Phrase[]
  readonly expected: Expected
  readonly shape: string
  readonly language?: Language
  readonly list: ListForm
  readonly country?: string
  /** The body is a sentence fragment of its own ("in Canada, …") that only a heading can stand before. */
  readonly needsHeading?: boolean
  /** The plan with "limited to" in place of the exception; absent where that has no clear meaning. */
  readonly limited?: ExpectedPlan
}

export interface GeneratedClause {
  readonly text: string
  readonly country?: string
  readonly expected: Expected
  /** Kind of the body with its level words, exception and restriction: 'states+level-before+except'. */
  readonly shape: string
  readonly traits: {
    readonly wrapper: string
    readonly list: ListForm
    readonly capitals: Capitals
    readonly language: Language
    readonly bystander: 'none' | 'before' | 'after'
  }
  /** Joined, they are the text. */
  readonly pieces: Phrase
  readonly limited?: ExpectedPlan
}
