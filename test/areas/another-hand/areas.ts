// Noun phrases without exceptions: countries, states, counties, groups, codes.

import type { County, Gazetteer, State } from './gazetteer.ts'
import { numberWord, plainSeries, series, strongSeries } from './lists.ts'
import {
  COUNTRIES,
  GLOSSES,
  GROUPS,
  NATIONS,
  type Nation,
  OFFICIAL,
  PARTS,
  SHADOWED_STATES,
  type Sub,
  TYPOS,
  US_STATES,
} from './places.ts'
import { groupPlan, plan, union } from './plans.ts'
import type { Rng } from './random.ts'
import type { Area } from './types.ts'

export type Maker = (rng: Rng, gazetteer: Gazetteer) => Area

/** Names with "and" inside would make the list around them hard to read for people too. */
const SIMPLE_COUNTRIES = Object.keys(COUNTRIES).filter((code) => !COUNTRIES[code]![0]!.includes(' and '))

export function countryName(rng: Rng, code: string): string {
  const names = COUNTRIES[code]!
  return rng.chance(0.8) ? names[0]! : rng.pick(names)
}

export const countries: Maker = (rng) => {
  const codes = rng.some(
    SIMPLE_COUNTRIES,
    rng.weighted([
      [2, 1],
      [4, 2],
      [5, 3],
      [3, 4],
      [2, 5],
      [1, 8],
    ]),
  )
  const ids = plan(codes)
  const counted = codes.length > 1 && rng.chance(0.08)
  if (rng.chance(0.06)) {
    const official = rng.some(Object.keys(OFFICIAL), rng.int(1, 3))
    return {
      ...plan(official),
      text: series(
        rng,
        official.map((code) => OFFICIAL[code]!),
      ),
      shape: 'countries-official',
      inner: official.length > 1,
    }
  }
  if (rng.chance(0.1)) {
    const named = codes.map((code) => `${bare(countryName(rng, code))} (${code})`)
    return { ...ids, text: series(rng, named), shape: 'countries-with-codes', inner: codes.length > 1 }
  }
  const text = series(
    rng,
    codes.map((code) => countryName(rng, code)),
  )
  if (!counted) return { ...ids, text, shape: 'countries', inner: codes.length > 1 }
  const n = codes.length
  const list = plainSeries(
    rng,
    codes.map((code) => countryName(rng, code)),
  )
  const intro = rng.pick([
    `the ${numberWord(n)} countries `,
    `the ${numberWord(n)} (${n}) countries `,
    `the following ${numberWord(n)} countries: `,
    `${n} countries: `,
  ])
  return { ...ids, text: intro + list, shape: 'countries-counted', inner: true }
}

export const states: Maker = (rng, gazetteer) => {
  const count = rng.weighted([
    [2, 1],
    [4, 2],
    [5, 3],
    [3, 4],
    [2, 6],
  ])
  // Georgia, New York and Washington are plainly states only in a longer list of states.
  const pool = count >= 3 ? gazetteer.states : gazetteer.plainStates
  let chosen = rng.some(pool, count)
  if (chosen.filter((state) => SHADOWED_STATES.has(state.code)).length > 1)
    chosen = rng.some(gazetteer.plainStates, count)
  const ids = { include: chosen.map((state) => state.iso), exclude: [] }
  const names = chosen.map((state) => state.name)
  const inner = count > 1
  if (count === 1) {
    const name = names[0]!
    const text = rng.pick([
      name,
      `the State of ${name}`,
      `the state of ${name}`,
      `all of ${name}`,
      `${name}, USA`,
      `the U.S. state of ${name}`,
      `the entire State of ${name}`,
    ])
    return { ...ids, text, shape: 'state', inner: text.includes(',') }
  }
  return {
    ...ids,
    text: rng.weighted<string>([
      [8, series(rng, names)],
      [2, `the states of ${plainSeries(rng, names)}`],
      [1, `the US states of ${plainSeries(rng, names)}`],
      [1, `the States of ${plainSeries(rng, names)}`],
      [1, `the following states: ${names.join(', ')}`],
      [1, `the ${numberWord(count)} states of ${plainSeries(rng, names)}`],
      [1, `the ${numberWord(count)} (${count}) states of ${plainSeries(rng, names)}`],
      [1, `${plainSeries(rng, names)} (USA)`],
      [1, `${plainSeries(rng, names)} in the United States`],
      [1, `USA: ${names.join(', ')}`],
      [1, `the United States (${names.join(', ')})`],
      [
        1,
        plainSeries(
          rng,
          names.map((name) => `the State of ${name}`),
        ),
      ],
      [
        1,
        plainSeries(
          rng,
          chosen.map((state) => `${state.name} (${state.code})`),
        ),
      ],
      [
        1,
        plainSeries(
          rng,
          names.map((name) => `all of ${name}`),
        ),
      ],
    ]),
    shape: 'states',
    inner,
  }
}

/** Parts of a nation inside a text that already names the nation. */
export function within(rng: Rng, nation: Nation, subs: readonly Sub[]): string {
  const names = subs.map((sub) => sub.name)
  if (!nation.needsLevel && rng.chance(0.75)) return plainSeries(rng, names)
  if (names.length > 1) return `the ${nation.levels} of ${plainSeries(rng, names)}`
  return levelled(rng, nation, names[0]!)
}

function levelled(rng: Rng, nation: Nation, name: string): string {
  if (nation.iso === 'IE' && rng.chance(0.7)) return `County ${name}`
  if (nation.iso === 'JP' && rng.chance(0.7)) return `${name} Prefecture`
  return `the ${nation.level} of ${name}`
}

/** Parts of a nation in a text of their own. */
export function standalone(rng: Rng, nation: Nation, subs: readonly Sub[]): string {
  const names = subs.map((sub) => sub.name)
  const list = plainSeries(rng, names)
  const country = nation.name
  const level = names.length > 1 ? nation.levels : nation.level
  const bareCountry = bare(country)
  const forms: (readonly [number, string])[] = [
    [4, `the ${nation.adjective} ${level} of ${list}`],
    [2, `the ${level} of ${list} (${bareCountry})`],
    [2, `the ${level} of ${list} in ${country}`],
    [2, `the ${level} of ${list}, ${bareCountry}`],
    [
      1,
      names.length > 1
        ? `${country}: the ${level} of ${list}`
        : `${levelled(rng, nation, names[0]!)} in ${country}`,
    ],
    [
      1,
      names.length > 1
        ? `the ${numberWord(names.length)} ${nation.adjective} ${level} of ${list}`
        : `the ${level} of ${list}`,
    ],
  ]
  if (!nation.needsLevel) {
    forms.push(
      [6, list],
      [2, `${list} (${bareCountry})`],
      [2, `${list} in ${country}`],
      [1, `${bareCountry}: ${names.join(', ')}`],
      [1, `${bareCountry} (${names.join(', ')})`],
      [1, names.length > 1 ? `both ${names[0]} and ${names[1]}` : names[0]!],
    )
  }
  const text = rng.weighted(forms)
  // "both" names two; the list may have more.
  return text.startsWith('both ') && names.length !== 2 ? list : text
}

export const subdivisions: Maker = (rng) => {
  const nation = rng.pick(NATIONS)
  const subs = rng.some(
    nation.parts,
    rng.weighted([
      [2, 1],
      [4, 2],
      [3, 3],
      [1, 4],
    ]),
  )
  return {
    ...plan(subs.map((sub) => sub.iso)),
    text: standalone(rng, nation, subs),
    shape: 'subdivisions',
    inner: true,
  }
}

/** Counties of one state, with the state before or behind. */
export function countyList(rng: Rng, state: State, counties: readonly County[]): string {
  const full = counties.map((county) => county.name)
  const bases = plainSeries(
    rng,
    counties.map((county) => county.base),
  )
  const [word, words] = counties[0]!.word === 'Parish' ? ['Parish', 'parishes'] : ['County', 'counties']
  const caps = words[0]!.toUpperCase() + words.slice(1)
  const one = full[0]!
  const s = state.name
  if (counties.length === 1) {
    return rng.weighted<string>([
      [8, `${one}, ${s}`],
      [3, `${one} (${s})`],
      [3, `${one} in ${s}`],
      [3, `${one}, ${state.code}`],
      [1, `${one} (${state.code})`],
      [1, `${one} in the State of ${s}`],
      [1, `${s}: ${one}`],
      [1, `the ${word} of ${counties[0]!.base}, ${s}`],
      [1, `the ${word} of ${counties[0]!.base}, State of ${s}`],
      [1, `${s}${s.endsWith('s') ? "'" : "'s"} ${one}`],
      [1, `${s} – ${one}`],
      [1, `all of ${one}, ${s}`],
    ])
  }
  return rng.weighted<string>([
    [5, `${bases} ${words}, ${s}`],
    [3, `${bases} ${caps}, ${s}`],
    [3, `${bases} ${words} in ${s}`],
    [2, `${bases} ${words} (${s})`],
    [3, `the ${s} ${words} of ${bases}`],
    [3, `the ${words} of ${bases} in ${s}`],
    [2, `the ${caps} of ${bases}, State of ${s}`],
    [2, `the ${words} of ${bases}, ${s}`],
    [3, `${s}: ${full.join(', ')}`],
    [1, `${s}: ${bases} ${words}`],
    [1, `${s} (${full.join(', ')})`],
    [1, `${s} (${bases} ${words})`],
    [
      2,
      plainSeries(
        rng,
        full.map((name) => `${name} (${s})`),
      ),
    ],
    [2, full.map((name) => `${name}, ${state.code}`).join('; ')],
    [1, `${plainSeries(rng, full)} in ${s}`],
    [1, `${plainSeries(rng, full)}, ${s}`],
    [1, `the ${numberWord(counties.length)} ${words} of ${bases} in ${s}`],
    [1, `the ${numberWord(counties.length)} (${counties.length}) ${s} ${words} of ${bases}`],
    [1, `the following ${s} ${words}: ${counties.map((county) => county.base).join(', ')}`],
    [1, `${s}${s.endsWith('s') ? "'" : "'s"} ${bases} ${words}`],
  ])
}

export const counties: Maker = (rng, gazetteer) => {
  const pieces = Array.from(
    {
      length: rng.weighted([
        [7, 1],
        [2, 2],
        [1, 3],
      ]),
    },
    () => 0,
  )
  const chosen = rng
    .some(
      gazetteer.states.filter((state) => state.counties.length >= 8),
      pieces.length,
    )
    .map((state) => ({
      state,
      list: rng.some(
        state.counties,
        rng.weighted([
          [3, 1],
          [3, 2],
          [2, 3],
          [1, 4],
          [1, 6],
        ]),
      ),
    }))
  const ids = { include: chosen.flatMap(({ list }) => list.map((county) => county.id)), exclude: [] }
  const shape = chosen.length > 1 ? 'counties-of-states' : ids.include.length > 1 ? 'counties' : 'county'
  const text = strongSeries(
    rng,
    chosen.map(({ state, list }) => countyList(rng, state, list)),
  )
  if (rng.chance(0.05) && ids.include.length === 1) {
    return {
      ...ids,
      text: `${chosen[0]!.list[0]!.base} Co., ${chosen[0]!.state.name}`,
      shape: 'county-abbreviated',
      soft: true,
      inner: true,
    }
  }
  return { ...ids, text, shape, inner: true }
}

export const groups: Maker = (rng) => {
  const group = rng.pick(GROUPS)
  const first: Area = {
    ...groupPlan(group),
    text: group.counted !== '' && rng.chance(0.3) ? group.counted : rng.pick(group.names),
    shape: 'group',
  }
  if (rng.chance(0.6)) return first
  const outside = rng.some(
    SIMPLE_COUNTRIES.filter(
      (code) => !group.members.includes(code) && code !== 'US' && !group.members[0]!.startsWith('US-'),
    ),
    2,
  )
  if (outside.length < 2) return first
  const others = outside.slice(0, rng.int(1, 2))
  const names = others.map((code) => countryName(rng, code))
  return {
    ...union([first, plan(others)]),
    text: plainSeries(rng, rng.chance(0.7) ? [first.text, ...names] : [...names, first.text]),
    shape: 'group-and-countries',
    inner: true,
  }
}

export const codes: Maker = (rng) => {
  const join = (list: readonly string[]): string =>
    rng.pick([list.join(', '), plainSeries(rng, list), list.join('; '), list.join(' + ')])
  const kind = rng.int(1, 4)
  if (kind === 1) {
    // At least two codes that are no postal code of a state: otherwise "CA, DE" could be either.
    const clear = Object.keys(COUNTRIES).filter((code) => !POSTAL.has(code))
    const list = rng.some(clear, rng.int(2, 6))
    return { ...plan(list), text: join(list), shape: 'codes-countries', inner: true }
  }
  if (kind === 2) {
    const clear = Object.keys(US_STATES).filter((code) => !ISO_COUNTRIES.has(code) && !OTHER_POSTAL.has(code))
    const list = rng.some(clear, rng.int(2, 5))
    return { ...plan(list.map((code) => `US-${code}`)), text: join(list), shape: 'codes-postal', inner: true }
  }
  const nation = rng.pick(NATIONS.filter((one) => !/\d/.test(one.parts[0]!.iso)))
  const subs = rng.some(nation.parts, rng.int(1, 3))
  if (kind === 3)
    return {
      ...plan(subs.map((sub) => sub.iso)),
      text: join(subs.map((sub) => sub.iso)),
      shape: 'codes-iso-3166-2',
      inner: true,
    }
  return {
    ...plan(subs.map((sub) => sub.iso)),
    text: plainSeries(
      rng,
      subs.map((sub) => `${sub.name} (${sub.iso})`),
    ),
    shape: 'codes-glossed',
    inner: true,
  }
}

/** "all 88 counties of Ohio", "all cantons of Switzerland": the whole, or each of its parts. */
export const allOf: Maker = (rng, gazetteer) => {
  const state = rng.pick(gazetteer.states.filter((one) => one.all !== undefined))
  const words = state.code === 'LA' ? 'parishes' : 'counties'
  const n = state.all!.length
  return {
    include: [state.iso],
    exclude: [],
    or: [{ include: [...state.all!], exclude: [] }],
    text: rng.pick([
      `all ${words} of ${state.name}`,
      `all ${n} ${words} of ${state.name}`,
      `each of the ${n} ${words} of ${state.name}`,
      `all ${words} in ${state.name}`,
      `every ${words === 'parishes' ? 'parish' : 'county'} of ${state.name}`,
      `all ${n} ${state.name} ${words}`,
    ]),
    shape: 'all-of',
  }
}

export const glosses: Maker = (rng) => {
  const chosen = rng.some(GLOSSES, rng.int(1, 2))
  return {
    ...plan(chosen.map(([id]) => id)),
    text: plainSeries(
      rng,
      chosen.map(([, text]) => text),
    ),
    shape: 'gloss',
    inner: chosen.length > 1,
  }
}

export const fixedParts: Maker = (rng) => {
  const part = rng.pick(PARTS)
  const plans = part.plans.map(([include, exclude]) =>
    plan(include.split(' '), exclude === '' ? [] : exclude.split(' ')),
  )
  return {
    ...plans[0]!,
    ...(plans.length > 1 ? { or: plans.slice(1) } : {}),
    text: part.text,
    shape: 'part-of-country',
    tail: true,
    inner: true,
  }
}

export const typos: Maker = (rng) => {
  const [id, text] = rng.pick(TYPOS)
  return { ...plan([id]), text, shape: 'typo', soft: true }
}

/** Countries beside states and provinces of other countries. */
export const mixed: Maker = (rng, gazetteer) => {
  const nation = rng.pick(NATIONS)
  const subs = rng.some(nation.parts, rng.int(1, 3))
  const parts: Area = {
    ...plan(subs.map((sub) => sub.iso)),
    text: `the ${nation.adjective} ${subs.length > 1 ? nation.levels : nation.level} of ${plainSeries(
      rng,
      subs.map((sub) => sub.name),
    )}`,
    shape: '',
    inner: subs.length > 1,
  }
  const codes = rng.some(
    SIMPLE_COUNTRIES.filter((code) => code !== nation.iso && code !== 'US'),
    rng.int(1, 3),
  )
  const whole: Area[] = codes.map((code) => ({ ...plan([code]), text: countryName(rng, code), shape: '' }))
  const pieces = [...whole, parts]
  if (rng.chance(0.4)) {
    const state = rng.pick(gazetteer.states)
    pieces.push({ include: [state.iso], exclude: [], text: `the State of ${state.name}`, shape: '' })
  }
  const ordered = parts.inner ? [...pieces.filter((piece) => piece !== parts), parts] : pieces
  // A list at the very end reads well after commas: "Spain, Italy and the Swiss cantons of Uri and Zug".
  const text = rng.chance(0.5)
    ? plainSeries(
        rng,
        ordered.map((piece) => piece.text),
      )
    : strongSeries(
        rng,
        pieces.map((piece) => piece.text),
      )
  return { ...union(pieces), text, shape: 'mixed-levels', inner: true }
}

/** "Germany, but only Bavaria and Hesse" */
export const only: Maker = (rng) => {
  const nation = rng.pick(NATIONS)
  const subs = rng.some(nation.parts, rng.int(1, 3))
  const list = within(rng, nation, subs)
  const country = nation.name
  const text = rng.pick([
    `${country}, but only ${list}`,
    `${country}, limited to ${list}`,
    `${country}, namely ${list}`,
    `${country}, restricted to ${list}`,
    `${country}, solely ${list}`,
    `${bare(country)} (${list} only)`,
    `${bare(country)} (only ${list})`,
    `${bare(country)} – only ${list}`,
    `only ${list} in ${country}`,
    `${country}, however only ${list}`,
    `${country}, but solely ${list}`,
    `${bare(country)}, i.e. only ${list}`,
    `${country}, and there only ${list}`,
    `solely the ${nation.adjective} ${subs.length > 1 ? nation.levels : nation.level} of ${plainSeries(
      rng,
      subs.map((sub) => sub.name),
    )}`,
  ])
  return {
    ...plan(subs.map((sub) => sub.iso)),
    text,
    shape: 'only',
    tail: true,
    inner: true,
    soft: /and there|however/.test(text),
  }
}

/** "the Nordic countries, but only Norway and Sweden" */
export const onlyMembers: Maker = (rng) => {
  const group = rng.pick(GROUPS.filter((one) => !one.members[0]!.includes('-')))
  const members = rng.some(
    group.members.filter(
      (code) => code in COUNTRIES && group.without[code] === undefined && !['DK', 'FI'].includes(code),
    ),
    2,
  )
  const list = plainSeries(
    rng,
    members.map((code) => countryName(rng, code)),
  )
  const name = rng.pick(group.names)
  const text = rng.pick([
    `${name}, but only ${list}`,
    `${name}, limited to ${list}`,
    `${name}: ${list}`,
    `${name} (${list})`,
    `${name}, namely ${list}`,
  ])
  // "the EU: Germany and France" might be a definition by somebody who knows no more members.
  return { ...plan(members), text, shape: 'only-members', tail: true, inner: true, soft: /[:(]/.test(text) }
}

/** "Germany, including but not limited to Bavaria": all of Germany. */
export const including: Maker = (rng) => {
  const nation = rng.pick(NATIONS.filter((one) => !one.needsLevel))
  const subs = rng.some(nation.parts, rng.int(1, 2))
  const list = plainSeries(
    rng,
    subs.map((sub) => sub.name),
  )
  const text = rng.pick([
    `${nation.name}, including but not limited to ${list}`,
    `${nation.name}, including ${list}`,
    `${nation.name} (including ${list})`,
    `all of ${nation.name}, including ${list}`,
    `${nation.name} including, without limitation, ${list}`,
    `the whole of ${nation.name}, including ${list}`,
  ])
  return {
    ...plan([nation.iso]),
    or: [plan([nation.iso, ...subs.map((sub) => sub.iso)])],
    text,
    shape: 'including',
    tail: true,
    inner: true,
  }
}

/** A name without its article, for brackets, tables and the start of a label. */
export function bare(name: string): string {
  return name.replace(/^the /, '')
}

const OTHER_POSTAL = new Set(
  'ON QC BC AB MB NS SK NB NL PE NT YT NU NSW VIC QLD WA SA TAS ACT NT AC AL AP AM BA CE DF ES GO MA MT MS MG PA PB PR PE PI RJ RN RS RO RR SC SP SE TO'.split(
    ' ',
  ),
)
const POSTAL = new Set([...Object.keys(US_STATES), ...OTHER_POSTAL])
// Country codes that are US postal codes as well.
const ISO_COUNTRIES = new Set(
  'AL AR AZ CA CO DE GA ID IL IN KY LA MA MD ME MN MO MS MT NC NE PA SC SD TN VA'.split(' '),
)
