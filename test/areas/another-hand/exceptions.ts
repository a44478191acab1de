// Noun phrases with exceptions, and exceptions inside exceptions: where the scope of a word decides about land.

import { bare, countryName, type Maker, within } from './areas.ts'
import type { County, Gazetteer, State } from './gazetteer.ts'
import { plainSeries } from './lists.ts'
import { COUNTRIES, GROUPS, NATIONS, type Nation, NEIGHBOURS, NESTS } from './places.ts'
import { extend, groupPlan, plan } from './plans.ts'
import type { Rng } from './random.ts'
import type { Plan } from './types.ts'

/** "base except cut" in one of many forms. `cut` is a plain list: "plus" or ";" in it would change the scope. */
function except(rng: Rng, base: string, cut: string): string {
  // "Germany, Bavaria and Hesse excluded" on its own line could exclude all three.
  const single = cut.includes(' and ') ? 0 : 1
  return rng.weighted<string>([
    [6, `${base} except ${cut}`],
    [5, `${base}, excluding ${cut}`],
    [3, `${base} excluding ${cut}`],
    [4, `${base} without ${cut}`],
    [3, `${base} other than ${cut}`],
    [3, `${base}, but not ${cut}`],
    [3, `${base} with the exception of ${cut}`],
    [3, `${base}, except for ${cut}`],
    [2, `${base} (except ${cut})`],
    [2, `${base} (excluding ${cut})`],
    [2, `${base} (without ${cut})`],
    [1, `${base} [excluding ${cut}]`],
    [2, `${base}, not including ${cut}`],
    [2, `${base}, but excluding ${cut}`],
    [1, `${base} save for ${cut}`],
    [1, `${base} minus ${cut}`],
    [1, `${base} excl. ${cut}`],
    [1, `${base} (excl. ${cut})`],
    [1, `${base}, to the exclusion of ${cut}`],
    [1, `${base} less ${cut}`],
    [1, `${base}, exclusive of ${cut}`],
    [1, `${base} – except ${cut}`],
    [1, `${base} apart from ${cut}`],
    [1, `${base}, though not ${cut}`],
    [1, `${base} but without ${cut}`],
    [1, `${base}, with ${cut} excluded`],
    [single, `${base}, ${cut} excluded`],
    [single, `${base}, ${cut} excepted`],
    [1, `everything in ${base} except ${cut}`],
    [1, `with the exception of ${cut}, all of ${base}`],
    [1, `all of ${base} but ${cut}`],
  ])
}

/** Where two exceptions stand side by side, each must end before the next place begins. */
function boundExcept(rng: Rng, base: string, cut: string): string {
  return rng.pick([
    `${base} (except ${cut})`,
    `${base} (excluding ${cut})`,
    `${base} (without ${cut})`,
    `${base} (other than ${cut})`,
    `${base} (excl. ${cut})`,
    `${base} [minus ${cut}]`,
  ])
}

interface Cut {
  base: string
  cut: string
  plan: Plan
}

/** A country and some of its parts. */
function countryCut(
  rng: Rng,
  nation: Nation = rng.pick(NATIONS),
  count = rng.weighted([
    [4, 1],
    [4, 2],
    [2, 3],
  ]),
): Cut {
  const subs = rng.some(nation.parts, count)
  return {
    base: nation.name,
    cut: within(rng, nation, subs),
    plan: plan(
      [nation.iso],
      subs.map((sub) => sub.iso),
    ),
  }
}

/** Counties of a state that the text has just named. */
function countiesWithin(rng: Rng, list: readonly County[]): string {
  const bases = plainSeries(
    rng,
    list.map((county) => county.base),
  )
  const words = list[0]!.word === 'Parish' ? 'parishes' : 'counties'
  if (list.length === 1) return list[0]!.name
  return rng.pick([
    `${bases} ${words}`,
    `the ${words} of ${bases}`,
    plainSeries(
      rng,
      list.map((county) => county.name),
    ),
  ])
}

function stateCut(
  rng: Rng,
  gazetteer: Gazetteer,
  state: State = rng.pick(gazetteer.countyStates),
  count = rng.weighted([
    [4, 1],
    [4, 2],
    [2, 3],
  ]),
): Cut {
  const list = rng.some(state.counties, count)
  return {
    base: rng.pick([state.name, state.name, state.name, `the State of ${state.name}`]),
    cut: countiesWithin(rng, list),
    plan: { include: [state.iso], exclude: list.map((county) => county.id) },
  }
}

function anyCut(rng: Rng, gazetteer: Gazetteer): Cut {
  return rng.chance(0.55) ? countryCut(rng) : stateCut(rng, gazetteer)
}

export const countryExcept: Maker = (rng) => {
  const { base, cut, plan: ids } = countryCut(rng)
  return { ...ids, text: except(rng, base, cut), shape: 'country-except', tail: true, inner: true }
}

export const stateExcept: Maker = (rng, gazetteer) => {
  // Georgia, New York and Washington may stand here: only the state has that county.
  const state = rng.pick(gazetteer.states.filter((one) => one.counties.length >= 8))
  const { base, cut, plan: ids } = stateCut(rng, gazetteer, state)
  if (rng.chance(0.15) && state.all !== undefined) {
    const words = state.code === 'LA' ? 'parishes' : 'counties'
    const rest = state.all.filter((id) => !ids.exclude.includes(id))
    return {
      ...ids,
      or: [{ include: rest, exclude: [] }],
      text: except(rng, `all ${words} of ${state.name}`, cut).replace(/^(everything in|all of) /, ''),
      shape: 'all-except',
      tail: true,
      inner: true,
    }
  }
  return { ...ids, text: except(rng, base, cut), shape: 'state-except', tail: true, inner: true }
}

export const groupExcept: Maker = (rng) => {
  const group = rng.pick(GROUPS)
  const name = rng.pick(group.names)
  const us = group.members[0]!.startsWith('US-')
  if (us) {
    const names: Readonly<Record<string, string>> = {
      CT: 'Connecticut',
      ME: 'Maine',
      MA: 'Massachusetts',
      NH: 'New Hampshire',
      RI: 'Rhode Island',
      VT: 'Vermont',
      AZ: 'Arizona',
      CO: 'Colorado',
      NM: 'New Mexico',
      UT: 'Utah',
    }
    const gone = rng.some(group.members, rng.int(1, 2))
    return {
      ...groupPlan(group, gone),
      text: except(
        rng,
        name,
        plainSeries(
          rng,
          gone.map((code) => names[code.slice(3)]!),
        ),
      ),
      shape: 'group-except',
      tail: true,
      inner: true,
    }
  }
  const nation = NATIONS.find(
    (one) => group.members.includes(one.iso) && group.without[one.iso] === undefined,
  )
  if (nation !== undefined && rng.chance(0.4)) {
    const subs = rng.some(nation.parts, rng.int(1, 2))
    const cut =
      rng.chance(0.5) && !nation.needsLevel
        ? plainSeries(
            rng,
            subs.map((sub) => sub.name),
          )
        : `the ${nation.adjective} ${subs.length > 1 ? nation.levels : nation.level} of ${plainSeries(
            rng,
            subs.map((sub) => sub.name),
          )}`
    return {
      ...groupPlan(
        group,
        [],
        subs.map((sub) => sub.iso),
      ),
      text: except(rng, name, cut),
      shape: 'group-except-part',
      tail: true,
      inner: true,
    }
  }
  const gone = rng.some(
    group.members.filter((code) => code in COUNTRIES),
    Math.min(group.members.length - 1, rng.int(1, 3)),
  )
  return {
    ...groupPlan(group, gone),
    text: except(
      rng,
      name,
      plainSeries(
        rng,
        gone.map((code) => countryName(rng, code)),
      ),
    ),
    shape: 'group-except',
    tail: true,
    inner: true,
  }
}

/** "A except B other than C": C is in. */
export const nested: Maker = (rng, gazetteer) => {
  let top: string, middle: string, leaf: string, ids: Plan & { or?: Plan[] }
  const kind = rng.int(1, 4)
  if (kind === 1) {
    const state = rng.pick(gazetteer.countyStates)
    const list = rng.some(state.counties, rng.int(1, 2))
    ;[top, middle, leaf] = [rng.pick(['the United States', 'the USA']), state.name, countiesWithin(rng, list)]
    ids = { include: ['iso:US', ...list.map((county) => county.id)], exclude: [state.iso] }
  } else if (kind === 2) {
    const code = rng.pick(['ME', 'VT', 'NH'])
    const group = GROUPS.find((one) => one.names[0] === 'New England')!
    const state = gazetteer.state(code)
    const list = rng.some(state.counties, 1)
    ;[top, middle, leaf] = ['New England', state.name, countiesWithin(rng, list)]
    ids = extend(
      groupPlan(group, [`US-${code}`]),
      list.map((county) => county.id),
    )
  } else if (kind === 3) {
    const group = GROUPS.find((one) => one.names[0] === 'the EU')!
    const nation = rng.pick(NATIONS.filter((one) => ['DE', 'AT', 'IT', 'ES', 'BE'].includes(one.iso)))
    const subs = rng.some(nation.parts, rng.int(1, 2))
    ;[top, middle, leaf] = [rng.pick(group.names), nation.name, within(rng, nation, subs)]
    ids = groupPlan(
      group,
      [nation.iso],
      [],
      subs.map((sub) => sub.iso),
    )
  } else {
    const nest = rng.pick(NESTS)
    const leaves = rng.some(
      nest.leaves,
      rng.weighted([
        [3, 1],
        [1, 2],
      ]),
    )
    ;[top, middle, leaf] = [
      nest.top[1],
      nest.middle[1],
      plainSeries(
        rng,
        leaves.map(([, name]) => name),
      ),
    ]
    ids = plan([nest.top[0], ...leaves.map(([id]) => id)], [nest.middle[0]])
  }
  const text = rng.pick([
    `${top} except ${middle} except ${leaf}`,
    `${top}, excluding ${middle} other than ${leaf}`,
    `${top} except ${middle} (other than ${leaf})`,
    `${top} except ${middle} (but including ${leaf})`,
    `${top} without ${middle}, but including ${leaf}`,
    `${top} (excluding ${middle}, but including ${leaf})`,
    `${top} except ${middle}; provided that ${leaf} ${/ and |ies of/.test(leaf) ? 'are' : 'is'} included`,
    `${top}, other than ${middle}, provided, however, that ${leaf} shall be included`,
    `${top} excluding ${middle} with the exception of ${leaf}`,
    `${top} minus ${middle} plus ${leaf}`,
    `${top} without ${middle} but with ${leaf}`,
    `${top}, except for ${middle} (${leaf} being included, however)`,
    `${top} other than ${middle} (excluding ${leaf})`,
    `${top}, but not ${middle} except for ${leaf}`,
    `${top} [excluding ${middle} (except ${leaf})]`,
    `${top} excl. ${middle} (incl. ${leaf})`,
  ])
  // "other than Brittany (excluding Finistère)" may also stress that Finistère is out, and "excl. Brittany
  // (incl. Finistère)" that it is out with it: two readings, so the forms are not used.
  const unclear = / other than .*\(excluding |excl\. .*\(incl\. /.test(text)
  const clear = unclear ? `${top} except ${middle}, but including ${leaf}` : text
  return {
    ...ids,
    text: clear,
    shape: 'nested-exception',
    tail: true,
    inner: true,
    soft: /being included|minus .* plus|but with /.test(clear),
  }
}

/** Two places with an exception each. */
export const twoExceptions: Maker = (rng, gazetteer) => {
  const nations = rng.chance(0.55)
  const [a, b] = nations
    ? (rng.some(NATIONS, 2).map((nation) => countryCut(rng, nation, rng.int(1, 2))) as [Cut, Cut])
    : (rng.some(gazetteer.countyStates, 2).map((state) => stateCut(rng, gazetteer, state, rng.int(1, 2))) as [
        Cut,
        Cut,
      ])
  const ids: Plan = {
    include: [...a.plan.include, ...b.plan.include],
    exclude: [...a.plan.exclude, ...b.plan.exclude],
  }
  const short = (part: Cut): boolean => !part.cut.includes(' and ')
  const forms = [
    `${boundExcept(rng, a.base, a.cut)} and ${boundExcept(rng, b.base, b.cut)}`,
    `both ${boundExcept(rng, a.base, a.cut)} and ${boundExcept(rng, b.base, b.cut)}`,
    `${a.base} other than ${a.cut}; ${b.base} other than ${b.cut}`,
    `${a.base} except ${a.cut}; and ${b.base} except ${b.cut}`,
    `(a) ${a.base}, excluding ${a.cut}; and (b) ${b.base}, excluding ${b.cut}`,
    `(i) ${a.base} without ${a.cut} and (ii) ${b.base} without ${b.cut}`,
  ]
  if (short(a) && short(b)) {
    forms.push(
      `${bare(a.base)} excl. ${a.cut} + ${bare(b.base)} excl. ${b.cut}`,
      `${a.base} except ${a.cut}, and ${b.base} except ${b.cut}`,
      `${a.base} without ${a.cut} and ${b.base} without ${b.cut}`,
      `${a.base} less ${a.cut} plus ${b.base} less ${b.cut}`,
    )
    // Not for counties: "Ohio and Kentucky, except Lee County and Franklin County" leaves open whose they are.
    if (nations) forms.push(`${a.base} and ${b.base}, except ${a.cut} and ${b.cut}`)
  }
  return { ...ids, text: rng.pick(forms), shape: 'two-exceptions', tail: true, inner: true }
}

/** A list in which one place has an exception. */
export const listWithException: Maker = (rng) => {
  const nation = rng.pick(NATIONS)
  const { base, cut, plan: ids } = countryCut(rng, nation)
  const codes = rng.some(
    Object.keys(COUNTRIES).filter((code) => code !== nation.iso && !COUNTRIES[code]![0]!.includes(' and ')),
    rng.int(1, 3),
  )
  const others = codes.map((code) => countryName(rng, code))
  const all: Plan = { include: [...codes.map((code) => `iso:${code}`), ...ids.include], exclude: ids.exclude }
  const text = rng.pick([
    `${others.join(', ')} and ${base} except ${cut}`,
    `${others.join(', ')} and ${base} (excluding ${cut})`,
    plainSeries(rng, [boundExcept(rng, base, cut), ...others]),
    `${base} except ${cut}; ${others.join('; ')}`,
    `${others.join('; ')}; ${base}, excluding ${cut}`,
    `${others.join(', ')} as well as ${base} without ${cut}`,
    `${others.join(' + ')} + ${base} (w/o ${cut})`,
    `all of ${plainSeries(rng, others)}, and ${base} with the exception of ${cut}`,
    `(a) ${plainSeries(rng, others)}; and (b) ${base}, other than ${cut}`,
  ])
  return { ...all, text, shape: 'list-with-exception', tail: true, inner: true, soft: text.includes('w/o') }
}

/** "neither", "nor" and "or" behind an exception exclude all. */
export const negatedPair: Maker = (rng) => {
  const nation = rng.pick(NATIONS.filter((one) => !one.needsLevel))
  const [a, b] = rng.some(nation.parts, 2) as [{ iso: string; name: string }, { iso: string; name: string }]
  const text = rng.pick([
    `${nation.name}, but neither ${a.name} nor ${b.name}`,
    `${nation.name} without ${a.name} or ${b.name}`,
    `${nation.name}, but not ${a.name} or ${b.name}`,
    `${nation.name}, except both ${a.name} and ${b.name}`,
    `${nation.name}, excluding ${a.name} and also excluding ${b.name}`,
    `${nation.name} except ${a.name} and except ${b.name}`,
    `${nation.name}, not including ${a.name} or ${b.name}`,
    `${nation.name} without ${a.name} and without ${b.name}`,
    `${nation.name} excluding (i) ${a.name} and (ii) ${b.name}`,
    `${nation.name}; excluding: ${a.name}, ${b.name}`,
  ])
  return { ...plan([nation.iso], [a.iso, b.iso]), text, shape: 'negated-pair', tail: true, inner: true }
}

/** Said to be safe, and true already. */
export const emptyException: Maker = (rng) => {
  const [id, name, outId, out] = rng.pick(NEIGHBOURS)
  const text = rng.pick([
    `${name}, but not ${out}`,
    `${name} (not ${out})`,
    `${name}, excluding ${out}`,
    `${name} but not ${out}`,
  ])
  return {
    ...plan([id], []),
    or: [plan([id], [outId])],
    text,
    shape: 'exception-without-effect',
    tail: true,
    inner: true,
  }
}

/** An exception and something else from outside that is added behind it. */
export const proviso: Maker = (rng, gazetteer) => {
  const { base, cut, plan: ids } = anyCut(rng, gazetteer)
  const codes = rng.some(
    Object.keys(COUNTRIES).filter(
      (code) =>
        !ids.include.includes(`iso:${code}`) && code !== 'US' && !COUNTRIES[code]![0]!.includes(' and '),
    ),
    1,
  )
  const extra = countryName(rng, codes[0]!)
  const text = rng.pick([
    `${base}, other than ${cut}; provided that ${extra} shall be included`,
    `${base} (except ${cut}), provided that ${extra} is also included`,
    `${base} (excluding ${cut}) and, in addition, ${extra}`,
    `${base} (without ${cut}) together with ${extra}`,
    `${base} (except ${cut}) plus ${extra}`,
  ])
  return {
    include: [...ids.include, `iso:${codes[0]}`],
    exclude: ids.exclude,
    text,
    shape: 'exception-and-addition',
    tail: true,
    inner: true,
  }
}
