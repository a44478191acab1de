// The counties of the United States, sorted for use, and how expectations name a boundary.

import { SHADOWED_STATES, US_STATES } from './places.ts'
import type { Unit } from './types.ts'

export interface County {
  id: string
  /** "Lake County", "Acadia Parish" */
  name: string
  /** "Lake" */
  base: string
  /** "County" or "Parish" */
  word: string
}

export interface State {
  code: string
  iso: string
  name: string
  /** Counties whose name cannot be taken for another place of the state. */
  counties: readonly County[]
  /** All counties, where every part of the state is a county: only then is their number no trap. */
  all: readonly string[] | undefined
}

// States by the first two digits of a FIPS code.
const FIPS: Readonly<Record<string, string>> = Object.fromEntries(
  (
    '01 AL,02 AK,04 AZ,05 AR,06 CA,08 CO,09 CT,10 DE,12 FL,13 GA,15 HI,16 ID,17 IL,18 IN,19 IA,20 KS,21 KY,22 LA,23 ME,' +
    '24 MD,25 MA,26 MI,27 MN,28 MS,29 MO,30 MT,31 NE,32 NV,33 NH,34 NJ,35 NM,36 NY,37 NC,38 ND,39 OH,40 OK,41 OR,42 PA,' +
    '44 RI,45 SC,46 SD,47 TN,48 TX,49 UT,50 VT,51 VA,53 WA,54 WV,55 WI,56 WY'
  )
    .split(',')
    .map((pair) => pair.split(' ')),
)

export class Gazetteer {
  readonly states: readonly State[]
  /** County name → in how many states it is found. */
  readonly spread: ReadonlyMap<string, number>

  constructor(units: readonly Unit[]) {
    const byState = new Map<string, Unit[]>()
    const spread = new Map<string, number>()
    for (const unit of units) {
      if (unit.fips === '') continue
      const code = FIPS[unit.fips.slice(0, 2)]
      if (code === undefined) continue
      byState.set(code, [...(byState.get(code) ?? []), unit])
      spread.set(unit.name, (spread.get(unit.name) ?? 0) + 1)
    }
    this.spread = spread
    this.states = Object.entries(US_STATES).map(([code, name]) =>
      toState(code, name, byState.get(code) ?? []),
    )
  }

  state(code: string): State {
    return this.states.find((state) => state.code === code)!
  }

  /** States that a bare name describes on its own. */
  get plainStates(): readonly State[] {
    return this.states.filter((state) => !SHADOWED_STATES.has(state.code))
  }

  /** States with enough counties to choose from. */
  get countyStates(): readonly State[] {
    return this.plainStates.filter((state) => state.counties.length >= 8)
  }
}

/** The id that expectations use. */
function idOf(unit: Unit): string {
  if (unit.fips !== '') return `fips:${unit.fips}`
  return unit.iso !== '' ? `iso:${unit.iso}` : unit.id
}

/** "US-OH" → "iso:US-OH"; ids of another kind stay. */
export function iso(code: string): string {
  return code.includes(':') ? code : `iso:${code}`
}

function toState(code: string, name: string, units: readonly Unit[]): State {
  const isCounty = (unit: Unit): boolean => / (County|Parish)$/.test(unit.name)
  const cities = new Set(
    units.filter((unit) => !isCounty(unit)).map((unit) => unit.name.replace(/ city$/i, '').toLowerCase()),
  )
  const stateNames = new Set(Object.values(US_STATES).map((state) => state.toLowerCase()))
  const counties = units.filter(isCounty).map((unit) => {
    const space = unit.name.lastIndexOf(' ')
    return {
      id: idOf(unit),
      name: unit.name,
      base: unit.name.slice(0, space),
      word: unit.name.slice(space + 1),
    }
  })
  return {
    code,
    iso: `iso:US-${code}`,
    name,
    // "Baltimore" is a city too, "Ohio" a state, "St. Louis" ends no sentence well, and "Lake and Peninsula" looks like a list.
    counties: counties.filter(
      ({ base }) =>
        !cities.has(base.toLowerCase()) && !stateNames.has(base.toLowerCase()) && !/[.,]| and /.test(base),
    ),
    all:
      counties.length === units.length && counties.length > 2
        ? counties.map((county) => county.id)
        : undefined,
  }
}
