/** How a description was read: every reading with its sentences, its phrases and what each may mean, for operators and authors of words. */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { nameIn } from '../boundary/language.ts'
import type { Unmapped } from './plan.ts'

/** By the forms of sentences, as plain lists, or with a lead-in of any words. */
export type ReadBy = 'forms' | 'lists' | 'lead_in'

export interface Reading {
  readonly by: ReadBy
  readonly sentences: readonly ReadSentence[]
  readonly phrases: readonly ReadPhrase[]
  /** Phrases that could be in or out by themselves, each with the rule that decides. */
  readonly givenUp: readonly { readonly text: string; readonly reason: string }[]
  /** Why it has no plan; null if it has one. */
  readonly refused: readonly Unmapped[] | null
  /** Ids of the boundaries of its plan. */
  readonly chosen: readonly string[]
}

export interface ReadSentence {
  readonly text: string
  readonly isLand: boolean
  /** The form that read it, as its file writes it, and what fills its slots. */
  readonly form: string | null
  readonly places: readonly { readonly slot: string; readonly text: string }[]
}

export interface ReadPhrase {
  readonly role: 'include' | 'exclude'
  readonly text: string
  /** The word of the level that it must have. */
  readonly level: string | null
  readonly candidates: readonly BoundaryRecord[]
}

/** As answers have it. */
export const explanationBody = (
  readings: readonly Reading[],
  outcome: { readonly ok: boolean; readonly unmapped: readonly Unmapped[] },
  languages: readonly string[],
) => {
  const planned = readings.filter(({ refused }) => refused === null)
  return readings.map((reading) => ({
    reading: reading.by,
    outcome: outcomeOf(reading, planned, outcome.ok),
    sentences: reading.sentences.map(({ text, isLand, form, places }) => ({
      text: text.trim(),
      about: isLand ? 'land' : 'something_else',
      form,
      places: places.map(({ slot, text: words }) => ({ slot: SLOT_NAMES[slot], text: words })),
    })),
    phrases: reading.phrases.map(({ role, text, level, candidates }) => ({
      role,
      text,
      level,
      candidates: candidates.slice(0, MAX_CANDIDATES).map((each) => ({
        id: each.id,
        name: nameIn(each, languages),
        kind: each.kind,
        country: each.country,
        chosen: reading.chosen.includes(each.id),
      })),
      more_candidates: Math.max(0, candidates.length - MAX_CANDIDATES),
    })),
    given_up: reading.givenUp,
    // A plan may be refused after it is made: by the rules of plans, or because another reading differs.
    refused: (reading.refused ?? (outcome.ok ? [] : outcome.unmapped)).map(({ text, reason }) => ({
      text,
      reason,
    })),
  }))
}

export type ExplanationBody = ReturnType<typeof explanationBody>[number]

const outcomeOf = (reading: Reading, planned: readonly Reading[], isOk: boolean): Outcome => {
  if (reading.refused !== null || !isOk) return 'refused'
  return reading === planned[0] ? 'chosen' : 'agrees'
}

type Outcome = 'chosen' | 'agrees' | 'refused'

/** What each slot of a form says of the place in it. */
const SLOT_NAMES: Readonly<Record<string, string>> = {
  in: 'included',
  out: 'excluded',
  back: 'included_again',
  place: 'no_land',
}

const MAX_CANDIDATES = 20
