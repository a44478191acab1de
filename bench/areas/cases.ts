/** Cases of descriptions and their expected plans, in the format that `bench/areas/cases.json` explains at its head. */
import { readFileSync } from 'node:fs'

export interface ExpectedPlan {
  readonly include: readonly string[]
  readonly exclude: readonly string[]
}

interface ExpectedRefusal {
  readonly unmappable: true
  /** Words that the refusal must name: each entry, or one of several alternatives. */
  readonly names: readonly (string | readonly string[])[]
  /** Words that it must not name. */
  readonly mappable?: readonly string[]
  readonly names_optional?: boolean
  readonly seed_conflict?: boolean
}

export interface AreaCase {
  readonly id: string
  /** Name of an extract, or `atlas`. */
  readonly dataset: string
  readonly text: string
  readonly country?: string
  readonly seed?: { readonly lat: number; readonly lon: number }
  readonly expect: (ExpectedPlan & { readonly or?: readonly ExpectedPlan[] }) | ExpectedRefusal
  /** The reason for the expectation, where it is not obvious. */
  readonly why?: string
  readonly tags: readonly string[]
}

export const readCases = (path: string): readonly AreaCase[] => JSON.parse(readFileSync(path, 'utf8')).cases
