/** Reads the parameters of the address of the embedded map. */
import { mayBeId } from '../explorer/permalink.ts'
import { SCHEMES, type Scheme } from '../map-style/colours.ts'

export const MODES = ['pick', 'pick-several', 'show'] as const
export type Mode = (typeof MODES)[number]

export const MAX_IDS = 50

export interface EmbedOptions {
  readonly mode: Mode
  /** Only boundaries of this kind are picked; null for any. */
  readonly kind: string | null
  /** Only boundaries of this `admin_level` are picked; null for any. */
  readonly level: number | null
  /** Boundary that the map frames at first; null for the ids, or the world. */
  readonly within: string | null
  readonly ids: SignedIds
  /** Null for that of the device. */
  readonly scheme: Scheme | null
}

/** Boundaries of an area: what is merged, and what is cut out of it. */
export interface SignedIds {
  readonly include: readonly string[]
  readonly exclude: readonly string[]
}

export type ReadEmbedAddress =
  | { readonly options: EmbedOptions }
  /** One sentence for each parameter that is invalid. */
  | { readonly faults: readonly string[] }

/** @param kinds all that boundaries have */
export const readEmbedAddress = (query: string, kinds: readonly string[]): ReadEmbedAddress => {
  const fields = new URLSearchParams(query)
  const faults = [...new Set(fields.keys())]
    .filter((name) => !Object.hasOwn(PARAMETERS, name))
    .map(
      (name) =>
        `There is no parameter “${shortened(name)}”. The parameters are ${Object.keys(PARAMETERS).join(', ')}.`,
    )
  const read = <T>(name: string, parse: (text: string) => T | null, expected: string): T | null => {
    const text = fields.get(name) ?? ''
    const value = text === '' ? null : parse(text)
    if (text !== '' && value === null) faults.push(`“${shortened(text)}” is not ${expected}.`)
    return value
  }
  const oneOf =
    <T extends string>(all: readonly T[]) =>
    (text: string): T | null =>
      all.find((each) => each === text) ?? null
  const mode = read('mode', oneOf(MODES), PARAMETERS.mode) ?? 'pick'
  const options: EmbedOptions = {
    mode,
    kind: read('kind', oneOf(kinds), `${PARAMETERS.kind}: ${kinds.join(', ')}`),
    level: read('level', levelOf, PARAMETERS.level),
    within: read('in', (text) => (mayBeId(text) ? text : null), PARAMETERS.in),
    ids: read('ids', (text) => signedIds(text.split(',')), PARAMETERS.ids) ?? NO_IDS,
    scheme: fields.get('scheme') === 'auto' ? null : read('scheme', oneOf(SCHEMES), PARAMETERS.scheme),
  }
  if (options.ids.exclude.length > 0 && mode !== 'show') faults.push('Ids with a minus are for mode=show.')
  return faults.length > 0 ? { faults } : { options }
}

/** What each parameter has to be. */
const PARAMETERS = {
  mode: `a mode (${MODES.join(', ')})`,
  kind: 'a kind of boundary',
  level: 'an admin_level (2 to 12)',
  in: 'the id of a boundary',
  ids: `a list of at most ${MAX_IDS} ids of boundaries`,
  scheme: 'a colour scheme (light, dark, auto)',
} as const

const NO_IDS: SignedIds = { include: [], exclude: [] }

/** Ids with a minus are cut out; those with a plus, or without a sign, are merged. Null if one is no id, or if there are too many. */
export const signedIds = (texts: readonly string[]): SignedIds | null => {
  const ids = [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))]
  if (ids.length > MAX_IDS || !ids.every((id) => mayBeId(id.replace(/^[+-]/, '')))) return null
  return {
    include: ids.filter((id) => !id.startsWith('-')).map((id) => id.replace(/^\+/, '')),
    exclude: ids.filter((id) => id.startsWith('-')).map((id) => id.slice(1)),
  }
}

const levelOf = (text: string): number | null => {
  const level = /^\d{1,2}$/.test(text) ? Number(text) : 0
  return level >= 2 && level <= 12 ? level : null
}

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)
