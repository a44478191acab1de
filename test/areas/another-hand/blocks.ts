// Areas of several lines: bullets, labels, tables. And labels inside a sentence.

import { bare, counties, countries, countyList, standalone, states, subdivisions, within } from './areas.ts'
import { LABELS, TITLES } from './frames.ts'
import type { Gazetteer } from './gazetteer.ts'
import { plainSeries } from './lists.ts'
import { COUNTRIES, NATIONS } from './places.ts'
import { plan, union } from './plans.ts'
import type { Rng } from './random.ts'
import type { Area, Plan } from './types.ts'

interface Row {
  text: string
  plan: Plan
}

type BlockMaker = (rng: Rng, gazetteer: Gazetteer) => Area

/** Single places of one kind, as rows of a list. */
function rows(rng: Rng, gazetteer: Gazetteer): Row[] {
  const kind = rng.int(1, 4)
  const count = rng.int(2, 6)
  if (kind === 1) return countryRows(rng, count)
  if (kind === 2)
    return rng
      .some(gazetteer.plainStates, count)
      .map((state) => ({ text: state.name, plan: { include: [state.iso], exclude: [] } }))
  if (kind === 3) {
    return rng
      .some(
        gazetteer.states.filter((state) => state.counties.length >= 8),
        count,
      )
      .map((state) => {
        const list = rng.some(
          state.counties,
          rng.weighted([
            [4, 1],
            [1, 2],
          ]),
        )
        return {
          text: countyList(rng, state, list),
          plan: { include: list.map((county) => county.id), exclude: [] },
        }
      })
  }
  return rng
    .some(
      NATIONS.filter((nation) => !nation.needsLevel),
      Math.min(count, 4),
    )
    .map((nation) => {
      const list = rng.some(nation.parts, rng.int(1, 2))
      return { text: standalone(rng, nation, list), plan: plan(list.map((sub) => sub.iso)) }
    })
}

function countryRows(rng: Rng, count: number): Row[] {
  return rng
    .some(Object.keys(COUNTRIES), count)
    .map((code) => ({ text: bare(COUNTRIES[code]![0]!), plan: plan([code]) }))
}

/** Rows of which some have an exception. */
function rowsWithExceptions(rng: Rng, gazetteer: Gazetteer): Row[] {
  const cut = (base: string, out: string): string =>
    rng.pick([
      `${base} (except ${out})`,
      `${base}, excluding ${out}`,
      `${base} except ${out}`,
      `${base} – without ${out}`,
      `${base} (excluding ${out})`,
      `${base} other than ${out}`,
    ])
  if (rng.chance(0.5)) {
    return rng.some(NATIONS, rng.int(2, 4)).map((nation, i) => {
      const out = rng.some(nation.parts, rng.int(1, 2))
      const whole = bare(nation.name)
      if (i > 0 && rng.chance(0.5)) return { text: whole, plan: plan([nation.iso]) }
      return {
        text: cut(whole, within(rng, nation, out)),
        plan: plan(
          [nation.iso],
          out.map((sub) => sub.iso),
        ),
      }
    })
  }
  return rng.some(gazetteer.countyStates, rng.int(2, 4)).map((state, i) => {
    const out = rng.some(state.counties, rng.int(1, 2))
    if (i > 0 && rng.chance(0.5)) return { text: state.name, plan: { include: [state.iso], exclude: [] } }
    return {
      text: cut(
        state.name,
        plainSeries(
          rng,
          out.map((county) => county.name),
        ),
      ),
      plan: { include: [state.iso], exclude: out.map((county) => county.id) },
    }
  })
}

const MARKS: readonly ((i: number) => string)[] = [
  () => '- ',
  () => '- ',
  () => '* ',
  () => '• ',
  () => '– ',
  () => '',
  () => '',
  () => '✓ ',
  () => '✔ ',
  () => '+ ',
  () => '· ',
  (i) => `${i + 1}. `,
  (i) => `${i + 1}) `,
  (i) => `(${'abcdefgh'[i]}) `,
  (i) => `${'abcdefgh'[i]}) `,
  () => '  - ',
  () => '\t• ',
  (i) => `(${['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii'][i]}) `,
  () => '[x] ',
  () => '- [x] ',
  () => '☑ ',
]

export const bullets: BlockMaker = (rng, gazetteer) => {
  const withCuts = rng.chance(0.3)
  const list = withCuts ? rowsWithExceptions(rng, gazetteer) : rows(rng, gazetteer)
  const mark = rng.pick(MARKS)
  const ends = rng.pick(['', '', '', ';', ','])
  const last = ends === '' ? '' : rng.pick(['', '.'])
  const title = rng.chance(0.7) ? `${rng.pick(TITLES)}${rng.pick(['\n', '\n', '\n\n'])}` : ''
  // A comma at the end of a line would look like "Lake County, Illinois," going on in the next line.
  const end = ends === ',' && list.some((row) => row.text.includes(',')) ? ';' : ends
  const text =
    title + list.map((row, i) => mark(i) + row.text + (i < list.length - 1 ? end : last)).join('\n')
  const marked = /x\]|☑/.test(mark(0))
  return {
    ...union(list.map((row) => row.plan)),
    text,
    block: true,
    soft: marked,
    shape: withCuts
      ? 'bullets-with-exceptions'
      : marked
        ? 'bullets-checked'
        : mark(0) === ''
          ? 'lines'
          : 'bullets',
  }
}

/** "Region A: Ohio and Kentucky" – the labels name no land. */
export const labelled: BlockMaker = (rng, gazetteer) => {
  const label = rng.pick(LABELS)
  const makers = rng.pick([[countries], [states], [subdivisions], [counties], [countries, subdivisions]])
  const pieces: Area[] = []
  const used = new Set<string>()
  for (let tries = 0; pieces.length < rng.int(2, 3) && tries < 12; tries++) {
    const piece = rng.pick(makers)(rng, gazetteer)
    // The same place in two regions, or a country and its part, would be odd.
    const keys = piece.include.map((id) => id.slice(0, 6))
    if (
      keys.some((key) => used.has(key) && key.startsWith('iso')) &&
      makers[0] !== states &&
      makers[0] !== counties
    )
      continue
    if (piece.include.some((id) => used.has(id)) || /\n|:|^(all|the (following|entire))/.test(piece.text))
      continue
    for (const key of [...keys, ...piece.include]) used.add(key)
    pieces.push(piece)
  }
  const inline = rng.chance(0.25)
  // A semicolon inside a piece would end its label in a sentence.
  if (inline && pieces.some((piece) => piece.text.includes(';'))) return bullets(rng, gazetteer)
  const gap = rng.pick([': ', ': ', ': ', ' – ', ' - ', ' — '])
  const brackets = inline && rng.chance(0.3) && pieces.every((piece) => !piece.text.includes('('))
  const text = pieces
    .map((piece, i) => (brackets ? `${label(i)} (${piece.text})` : label(i) + gap + piece.text))
    .join(inline ? '; ' : '\n')
  const title = !inline && rng.chance(0.3) ? `${rng.pick(TITLES)}\n` : ''
  return {
    ...union(pieces),
    text: title + text,
    block: true,
    shape: inline ? 'labels-inline' : 'labels',
    soft: pieces.some((piece) => piece.soft === true),
  }
}

/** A state or country as a heading with a colon, its parts below. */
export const headed: BlockMaker = (rng, gazetteer) => {
  const mark = rng.pick(['- ', '  - ', '* ', '• ', '  ', '\t'])
  const pieces: Row[] = rng.chance(0.5)
    ? rng
        .some(
          gazetteer.states.filter((state) => state.counties.length >= 8),
          rng.int(1, 3),
        )
        .map((state) => {
          const list = rng.some(state.counties, rng.int(2, 4))
          return {
            text: `${state.name}:\n${list.map((county) => mark + county.name).join('\n')}`,
            plan: { include: list.map((county) => county.id), exclude: [] },
          }
        })
    : rng
        .some(
          NATIONS.filter((nation) => !nation.needsLevel),
          rng.int(1, 3),
        )
        .map((nation) => {
          const list = rng.some(nation.parts, rng.int(2, 3))
          return {
            text: `${bare(nation.name)}:\n${list.map((sub) => mark + sub.name).join('\n')}`,
            plan: plan(list.map((sub) => sub.iso)),
          }
        })
  return {
    ...union(pieces.map((piece) => piece.plan)),
    text: pieces.map((piece) => piece.text).join('\n'),
    block: true,
    shape: 'headed-lists',
  }
}

/** "Included: … / Excluded: …" */
export const includedExcluded: BlockMaker = (rng, gazetteer) => {
  const list = rng.chance(0.6)
    ? rng
        .some(
          NATIONS.filter((nation) => !nation.needsLevel),
          rng.int(1, 3),
        )
        .map((nation) => {
          const out = rng.some(nation.parts, rng.int(1, 2))
          return {
            base: bare(nation.name),
            cut: out.map((sub) => sub.name),
            plan: plan(
              [nation.iso],
              out.map((sub) => sub.iso),
            ),
          }
        })
    : rng.some(gazetteer.countyStates, rng.int(1, 2)).map((state) => {
        const out = rng.some(state.counties, rng.int(1, 2))
        return {
          base: state.name,
          cut: out.map((county) => `${county.name}, ${state.name}`),
          plan: { include: [state.iso], exclude: out.map((county) => county.id) },
        }
      })
  const [yes, no, soft] = rng.pick<readonly [string, string, boolean]>([
    ['Included:', 'Excluded:', false],
    ['Includes:', 'Excludes:', false],
    ['Territory:', 'Except:', false],
    ['Territory:', 'Excluded:', false],
    ['Countries and states:', 'Exceptions:', true],
    ['Covered:', 'Not covered:', true],
    ['INCLUDED:', 'EXCLUDED:', false],
    ['Included areas:', 'Excluded areas:', false],
    ['Area:', 'Without:', true],
    ['In scope:', 'Out of scope:', true],
    ['Territory:', 'Carve-outs:', true],
    ['Sales area:', 'Excluding:', false],
  ])
  const bases = list.map((one) => one.base)
  const cuts = list.flatMap((one) => one.cut)
  const lined = rng.chance(0.5)
  const counted = cuts.some((cut) => cut.includes(','))
  const join = (parts: readonly string[]): string =>
    lined ? `\n${parts.map((part) => `- ${part}`).join('\n')}` : ` ${parts.join(counted ? '; ' : ', ')}`
  return {
    ...union(list.map((one) => one.plan)),
    text: `${yes}${join(bases)}\n${no}${join(cuts)}`,
    block: true,
    soft,
    shape: 'included-excluded',
  }
}

type Table = (head: readonly string[], body: readonly (readonly string[])[]) => string
const TABLES: readonly Table[] = [
  (head, body) =>
    [
      `| ${head.join(' | ')} |`,
      `|${head.map(() => '---').join('|')}|`,
      ...body.map((row) => `| ${row.join(' | ')} |`),
    ].join('\n'),
  (head, body) => [head, ...body].map((row) => row.join('\t')).join('\n'),
  (head, body) => [head, ...body].map((row) => row.join(',')).join('\n'),
  (head, body) => [head, ...body].map((row) => row.join(';')).join('\n'),
  (head, body) => [head, ...body].map((row) => row.join(' | ')).join('\n'),
]

/** Tables. Only their simplest form follows from the guide; the others may be refused, never read as other land. */
export const tables: BlockMaker = (rng, gazetteer) => {
  const table = rng.pick(TABLES)
  const kind = rng.int(1, 6)
  const staff = ['A. Berger', 'M. Okafor', 'S. Lind', 'P. Novak', 'T. Hughes', 'R. Silva']
  if (kind === 1) {
    const codes = rng.some(Object.keys(COUNTRIES), rng.int(2, 5))
    const body = codes.map((code) => [bare(COUNTRIES[code]![0]!), code])
    return {
      ...plan(codes),
      text: table(
        rng.pick([
          ['Country', 'Code'],
          ['Country', 'ISO'],
          ['Destination', 'ISO code'],
        ]),
        body,
      ),
      block: true,
      soft: true,
      shape: 'table-codes',
    }
  }
  if (kind === 2) {
    const list = rng
      .some(
        gazetteer.states.filter((state) => state.counties.length >= 8),
        rng.int(2, 4),
      )
      .map((state) => ({ state, county: rng.pick(state.counties) }))
    const flip = rng.chance(0.5)
    const body = list.map(({ state, county }) =>
      flip ? [county.name, state.name] : [state.name, county.name],
    )
    return {
      include: list.map(({ county }) => county.id),
      exclude: [],
      text: table(flip ? ['County', 'State'] : ['State', 'County'], body),
      block: true,
      soft: true,
      shape: 'table-counties',
    }
  }
  if (kind === 3) {
    const codes = rng.some(Object.keys(COUNTRIES), rng.int(3, 6))
    const yes = codes.filter((_, i) => i === 0 || rng.chance(0.6))
    const [on, off] = rng.pick([
      ['yes', 'no'],
      ['Yes', 'No'],
      ['included', 'not included'],
      ['✓', '✗'],
      ['x', ''],
      ['Y', 'N'],
    ]) as [string, string]
    const body = codes.map((code) => [bare(COUNTRIES[code]![0]!), yes.includes(code) ? on : off])
    return {
      ...plan(yes),
      text: table(['Country', rng.pick(['Included', 'In territory', 'Covered', 'Rights granted'])], body),
      block: true,
      soft: true,
      shape: 'table-yes-no',
    }
  }
  if (kind === 4) {
    const list = rng
      .some(
        NATIONS.filter((nation) => !nation.needsLevel),
        rng.int(2, 4),
      )
      .map((nation, i) => ({ nation, out: i > 0 && rng.chance(0.5) ? [] : rng.some(nation.parts, 1) }))
    const body = list.map(({ nation, out }) => [
      bare(nation.name),
      out[0]?.name ?? rng.pick(['–', '-', 'none']),
    ])
    return {
      ...plan(
        list.map(({ nation }) => nation.iso),
        list.flatMap(({ out }) => out.map((sub) => sub.iso)),
      ),
      text: table(['Country', rng.pick(['Excluded', 'Excluding', 'Except', 'Exceptions'])], body),
      block: true,
      soft: true,
      shape: 'table-exceptions',
    }
  }
  if (kind === 5) {
    const list = rng.some(gazetteer.plainStates, rng.int(2, 5))
    const body = list.map((state, i) => [state.name, staff[i]!])
    return {
      include: list.map((state) => state.iso),
      exclude: [],
      text: table(['State', rng.pick(['Manager', 'Contact', 'Sales rep'])], body),
      block: true,
      soft: true,
      shape: 'table-staff',
    }
  }
  const list = rows(rng, gazetteer).filter((row) => !/[,;|:]/.test(row.text))
  if (list.length < 2) return tables(rng, gazetteer)
  return {
    ...union(list.map((row) => row.plan)),
    text: table(
      ['Region', 'No.'],
      list.map((row, i) => [row.text, String(i + 1)]),
    ),
    block: true,
    soft: true,
    shape: 'table-numbered',
  }
}
