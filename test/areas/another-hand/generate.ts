// Puts a sentence around an area, other sentences beside it, and noise over it. The expectation follows from the structure.

import * as areas from './areas.ts'
import * as blocks from './blocks.ts'
import * as cuts from './exceptions.ts'
import { FRAMES, fill } from './frames.ts'
import { Gazetteer } from './gazetteer.ts'
import { noisy } from './noise.ts'
import { COUNTRIES, NATIONS } from './places.ts'
import { extend, plan } from './plans.ts'
import { Rng } from './random.ts'
import { REFUSALS } from './refusals.ts'
import {
  ABOUT_AREA,
  ADDING,
  CITIES,
  CUTTING,
  EMPTY,
  IGNORED,
  NEVER,
  PREAMBLES,
  PREAMBLES_WITH_PLACES,
  REMARKS,
} from './sentences.ts'
import type { Area, Case, Expect, Plan, Unit } from './types.ts'

export type { Case, Expect, Plan, Unit } from './types.ts'

const AREAS: readonly (readonly [number, areas.Maker])[] = [
  [8, areas.countries],
  [8, areas.states],
  [8, areas.subdivisions],
  [10, areas.counties],
  [4, areas.groups],
  [3, areas.codes],
  [1.5, areas.allOf],
  [1, areas.glosses],
  [2, areas.fixedParts],
  [0.7, areas.typos],
  [4, areas.mixed],
  [4, areas.only],
  [1, areas.onlyMembers],
  [2.5, areas.including],
  [7, cuts.countryExcept],
  [7, cuts.stateExcept],
  [5, cuts.groupExcept],
  [7, cuts.nested],
  [5, cuts.twoExceptions],
  [4, cuts.listWithException],
  [3, cuts.negatedPair],
  [1, cuts.emptyException],
  [2, cuts.proviso],
  [8, blocks.bullets],
  [4, blocks.labelled],
  [3, blocks.headed],
  [3, blocks.includedExcluded],
  [5, blocks.tables],
]

/** Genres in which a Territory and its holder are spoken of. */
const CONTRACTS: ReadonlySet<string> = new Set(['distribution', 'franchise', 'licence'])
/** A licence has a licensee: the other holders would be strangers in its text. */
const OTHER_HOLDERS: Readonly<Record<string, RegExp>> = {
  distribution: /Licensee|Franchisee/,
  franchise: /Licensee|Distributor/,
  licence: /Distributor|Franchisee/,
}
const CONTRACT_WORDS = /Licens|Distributor|Supplier|Agreement|Territory|part(y|ies)/
const GENRES = Object.keys(FRAMES)

/** Endless variety from one seed; the same seed gives the same cases. */
export function* generate(seed: number, count: number, units: readonly Unit[]): Iterable<Case> {
  const gazetteer = new Gazetteer(units)
  const rng = new Rng(seed)
  const seen = new Set<string>()
  for (let made = 0; made < count; ) {
    const next = rng.weighted<(rng: Rng, gazetteer: Gazetteer) => Case>([
      [16, refused],
      [3, cutBySentence],
      [81, described],
    ])(rng, gazetteer)
    // Very short kinds ("Narnia") come again and again; a few repetitions are no loss, but many would be.
    if (seen.has(next.text) && rng.chance(0.9)) continue
    seen.add(next.text)
    made++
    yield next
  }
}

interface Framed {
  text: string
  genre: string
  soft: boolean
}

/** A frame that suits the area, with the area in it. */
function frame(rng: Rng, area: Area, genre: string): Framed {
  if (area.block === true) return { text: area.text, genre: 'block', soft: false }
  // Words behind {P} could be read into an exception, or into a list behind a colon.
  const closed = area.tail === true || /[:;[]|^(all of|with the|everything|only)/.test(area.text)
  const usable = FRAMES[genre]!.filter((line) => !closed || line.includes('{A}'))
  const line = rng.pick(usable)
  const soft = line.endsWith('~')
  let text = fill(soft ? line.slice(0, -1) : line, (list) => rng.pick(list))
  const slot = /\{[AP]\}/.exec(text)!
  // A sentence begins with a capital, a chat or a title need not.
  const capital = slot.index === 0 && (text.includes(' ') || rng.chance(0.3))
  const inside = capital ? area.text[0]!.toUpperCase() + area.text.slice(1) : area.text
  text = text.slice(0, slot.index) + inside + text.slice(slot.index + 3)
  return { text: text.replace(/\.\.$/, '.'), genre, soft }
}

function described(rng: Rng, gazetteer: Gazetteer): Case {
  let area = rng.weighted(AREAS)(rng, gazetteer)
  const genre = rng.chance(0.35)
    ? rng.pick(['distribution', 'franchise', 'licence', 'plain'])
    : rng.pick(GENRES)
  const framed = frame(rng, area, genre)
  let { text } = framed
  let soft = framed.soft || area.soft === true
  let extra = ''
  const contract = CONTRACTS.has(genre)
  const terse = ['email', 'chat', 'news', 'research', 'shipping'].includes(genre)
  const private_ = ['email', 'chat', 'employment', 'news'].includes(genre)
  const kind = rng.weighted<string>([
    [62, ''],
    [contract ? 14 : terse ? 0 : 3, 'ignored'],
    [contract ? 6 : 0, 'empty'],
    [contract ? 4 : 0, 'about'],
    [private_ ? 12 : 1, 'remark'],
    [contract && area.block !== true ? 7 : 0, 'adding'],
    [contract ? 14 : 4, 'never'],
    [contract ? 3 : 0, 'preamble'],
    [contract || genre === 'email' ? 3 : 0, 'preamble-place'],
  ])
  // Only land that the area does not touch may stand in the other sentences.
  const other = (): string => outside(rng, gazetteer, area)
  const filled = (line: string, place: () => string): string =>
    fill(line.replace('{X}', place), (list) => rng.pick(list))
  switch (kind) {
    case 'ignored':
      text = follow(
        rng,
        text,
        filled(rng.pick(IGNORED), () => (rng.chance(0.25) ? rng.pick(CITIES) : other())),
      )
      if (rng.chance(0.3)) text = follow(rng, text, rng.pick(EMPTY))
      break
    case 'empty':
      text = follow(rng, text, rng.pick(EMPTY))
      break
    case 'about':
      text = follow(rng, text, rng.pick(ABOUT_AREA))
      soft = true
      break
    case 'remark':
      text = follow(
        rng,
        text,
        filled(rng.pick(REMARKS), () => (rng.chance(0.4) ? rng.pick(CITIES) : other())),
      )
      soft = true
      break
    case 'never':
      text = follow(
        rng,
        text,
        sentence(
          filled(rng.pick(contract ? NEVER : NEVER.filter((line) => !CONTRACT_WORDS.test(line))), other),
        ),
      )
      soft = true
      break
    case 'adding': {
      const codes = freeCountries(area)
      const code = rng.pick(codes)
      text = follow(
        rng,
        text,
        sentence(
          filled(rng.pick(ADDING.filter((line) => !OTHER_HOLDERS[genre]!.test(line))), () =>
            areas.countryName(rng, code),
          ),
        ),
      )
      area = extend(area, [code])
      break
    }
    case 'preamble':
      text = `${filled(rng.pick(PREAMBLES), other)}${rng.pick([' ', '\n', '\n\n'])}${text}`
      break
    case 'preamble-place':
      text = `${filled(rng.pick(PREAMBLES_WITH_PLACES), () => (rng.chance(0.5) ? rng.pick(CITIES) : other()))}\n${text}`
      soft = true
      break
  }
  if (contract && (kind === 'adding' || kind === 'never') && rng.chance(0.25)) {
    // The last word is about something else: a reader must not take its place for the place of the sentence before.
    text = follow(
      rng,
      text,
      filled(rng.pick(IGNORED), () => (rng.chance(0.5) ? rng.pick(CITIES) : other())),
    )
  }
  if (kind !== '') extra = `+${kind}`
  return finish(
    rng,
    text,
    area,
    soft,
    `${area.shape}/${framed.genre}${extra}`,
    area.block === true || extra !== '',
  )
}

/** "The Territory means Germany. Bavaria is excluded." */
function cutBySentence(rng: Rng): Case {
  const nations = rng.some(NATIONS, rng.int(1, 3))
  const subs = rng.some(nations[0]!.parts, rng.int(1, 2))
  const genre = rng.pick([...CONTRACTS])
  const names = nations.map((nation) => nation.name)
  const text = `${names.slice(0, -1).join(', ')}${names.length > 1 ? ' and ' : ''}${names.at(-1)}`
  const area: Area = {
    ...plan(
      nations.map((nation) => nation.iso),
      subs.map((sub) => sub.iso),
    ),
    text,
    shape: 'cut-by-sentence',
  }
  const framed = frame(rng, area, genre)
  const out = areas.within(rng, nations[0]!, subs)
  const plural = subs.length > 1
  const line = rng
    .pick(CUTTING)
    .replace('{X}', out)
    .replace(/ is (?=excluded|not)/, plural ? ' are ' : ' is ')
  return finish(
    rng,
    follow(rng, framed.text, sentence(line)),
    area,
    framed.soft,
    `cut-by-sentence/${genre}`,
    true,
  )
}

function refused(rng: Rng, gazetteer: Gazetteer): Case {
  const refusal = rng.weighted(REFUSALS)(rng, gazetteer)
  // "Open to applicants from either Ohio or Iowa" is no choice, it is both: choices need a frame that defines.
  const genre = rng.chance(0.4)
    ? 'plain'
    : rng.pick(refusal.shape === 'choice' ? ['distribution', 'franchise', 'form', 'plain'] : GENRES)
  const area: Area = {
    ...plan([]),
    text: refusal.text,
    shape: refusal.shape,
    tail: true,
    block: refusal.whole === true,
  }
  const framed = frame(rng, area, genre)
  const noise = noisy(rng, framed.text, refusal.whole === true)
  return {
    text: noise.text,
    expect: { unmappable: true },
    shape: `refused-${refusal.shape}/${framed.genre}${noise.kind === '' ? '' : `~${noise.kind}`}`,
  }
}

function finish(
  rng: Rng,
  text: string,
  area: Plan & { or?: Plan[] },
  soft: boolean,
  shape: string,
  block: boolean,
): Case {
  const noise = noisy(rng, text, block)
  const expect: Expect = {
    include: area.include,
    exclude: area.exclude,
    ...(area.or === undefined ? {} : { or: area.or }),
    ...(soft ? { orRefused: true as const } : {}),
  }
  return { text: noise.text, expect, shape: noise.kind === '' ? shape : `${shape}~${noise.kind}` }
}

/** Another sentence behind the text. Lists and lines without a full stop get a new line. */
function follow(rng: Rng, text: string, next: string): string {
  if (/[.!?;]$/.test(text)) return text + rng.pick([' ', ' ', '\n', '\n\n']) + next
  return text.includes('\n')
    ? `${text}\n\n${next}`
    : text + rng.pick([`. ${next}`, `.\n${next}`, `\n\n${next}`])
}

function sentence(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1)
}

/** Countries that have nothing to do with the area. */
function freeCountries(area: Plan & { or?: Plan[] }): string[] {
  const ids = [area, ...(area.or ?? [])].flatMap((one) => [...one.include, ...one.exclude])
  return Object.keys(COUNTRIES).filter(
    (code) =>
      code !== 'US' &&
      !['FR', 'NL', 'NO', 'PT', 'DK', 'FI'].includes(code) &&
      !COUNTRIES[code]![0]!.includes(' and ') &&
      !ids.some((id) => id === `iso:${code}` || id.startsWith(`iso:${code}-`)),
  )
}

/** A place that shares no land with the area: a country, or a state or county if the area is not American. */
function outside(rng: Rng, gazetteer: Gazetteer, area: Plan & { or?: Plan[] }): string {
  const american = [...area.include, ...area.exclude].some(
    (id) => id.startsWith('fips:') || id.startsWith('iso:US'),
  )
  if (american && area.include.every((id) => /^iso:US-|^fips:/.test(id)) && rng.chance(0.7)) {
    // Another state than those of the area, by the code or by the first digits of the counties' numbers.
    const digits = (id: string): string => id.slice(5, 7)
    const free = gazetteer.plainStates.filter((state) => {
      const number = digits(state.counties[0]?.id ?? '')
      return (
        ![...area.include, ...area.exclude].some(
          (id) => id === state.iso || (id.startsWith('fips:') && digits(id) === number),
        ) && state.counties.length > 0
      )
    })
    const state = rng.pick(free)
    return rng.chance(0.3) ? `${rng.pick(state.counties).name}, ${state.name}` : state.name
  }
  if (!american && rng.chance(0.3)) return rng.pick(gazetteer.plainStates).name
  return areas.countryName(rng, rng.pick(freeCountries(area)))
}
