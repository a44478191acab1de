// The words that all files share.

/** One boundary of the atlas, as the caller read it from atlas.tsv. */
export interface Unit {
  id: string
  kind: string
  level: number | string
  country: string
  iso: string
  fips: string
  name: string
  /** Not needed here: this generator brings its own English names, so that both sides can disagree. */
  english?: string | readonly string[]
}

/** Land as two sets of ids. The smaller unit wins: an included county inside an excluded state is in. */
export interface Plan {
  include: string[]
  exclude: string[]
}

/** What a person would understand. `or` says the same land in other units; `orRefused` accepts a refusal too. */
export type Expect = (Plan & { or?: Plan[]; orRefused?: true }) | { unmappable: true }

export interface Case {
  text: string
  expect: Expect
  shape: string
}

/** A piece of text with its land, before a sentence is put around it. */
export interface Area extends Plan {
  text: string
  shape: string
  or?: Plan[]
  /** Ends with an exception or a relative clause: words that follow could be read into it. */
  tail?: boolean
  /** Contains "and" or commas: only semicolons or lines may separate it from other pieces. */
  inner?: boolean
  /** The reading is clear to a person, but the guide does not promise it. */
  soft?: boolean
  /** Several lines (bullets, a table): it cannot stand inside a sentence. */
  block?: boolean
}
