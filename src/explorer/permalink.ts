/** The state of the page, and its permalink: everything after the `#` of the address. */
import type { Detail, Position } from '../client/index.ts'
import { MAX_BASKET } from './basket-limit.ts'

export const DETAILS = ['low', 'medium', 'high', 'full'] as const satisfies readonly Detail[]
export const PANELS = ['place', 'basket', 'describe'] as const
export type Panel = (typeof PANELS)[number]

export interface View {
  readonly zoom: number
  readonly center: Position
}

export interface State {
  readonly panel: Panel
  readonly place: string | null
  readonly detail: Detail
  /** Point whose boundaries are listed. */
  readonly at: Position | null
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  readonly text: string
  /** Null if the map fits the shapes. */
  readonly view: View | null
}

const START: State = {
  panel: 'place',
  place: null,
  detail: 'low',
  at: null,
  include: [],
  exclude: [],
  text: '',
  view: null,
}

/** The limit of create_area. */
const MAX_TEXT = 3_000
const MAX_ID = 200

export interface ReadLink {
  readonly state: State
  /** One sentence for each part that is invalid. */
  readonly faults: readonly string[]
}

/** Reads a permalink, and keeps its valid parts. */
export const readLink = (fragment: string): ReadLink => {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''))
  const faults: string[] = []
  const state: { -readonly [K in keyof State]: State[K] } = { ...START }
  for (const [name, text] of fields) {
    const reader = Object.hasOwn(READERS, name) ? READERS[name] : undefined
    const read = reader === undefined ? null : reader(text)
    if (read === null) faults.push(stateFault(name, text, reader !== undefined))
    else Object.assign(state, read)
  }
  return { state, faults }
}

const stateFault = (name: string, text: string, isKnown: boolean): string => {
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text
  return isKnown ? `“${shown}” is not a ${LABELS[name]}.` : `“${name}” is not a setting of this page.`
}

const LABELS: Readonly<Record<string, string>> = {
  panel: 'panel',
  place: 'boundary id',
  detail: 'detail (low, medium, high or full)',
  at: 'point (latitude, longitude)',
  basket: 'list of boundary ids',
  text: 'description of at most 3,000 characters',
  map: 'map view (zoom/latitude/longitude)',
}

const READERS: Readonly<Record<string, (text: string) => Partial<State> | null>> = {
  panel: (text) => (isOneOf(PANELS, text) ? { panel: text } : null),
  place: (text) => (mayBeId(text) ? { place: text } : null),
  detail: (text) => (isOneOf(DETAILS, text) ? { detail: text } : null),
  at: (text) => {
    const [, lat, lon] = /^(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/.exec(text) ?? []
    const at = statePosition(lat, lon)
    return at === null ? null : { at }
  },
  basket: (text) => {
    const ids = text.split(',')
    if (ids.length > MAX_BASKET || !ids.every((id) => mayBeId(id.replace(/^-/, '')))) return null
    return {
      include: ids.filter((id) => !id.startsWith('-')),
      exclude: ids.filter((id) => id.startsWith('-')).map((id) => id.slice(1)),
    }
  },
  text: (text) => (text.length <= MAX_TEXT ? { text } : null),
  map: (text) => {
    const [, zoom, lat, lon] = /^(\d{1,2}(?:\.\d+)?)\/(-?\d+(?:\.\d+)?)\/(-?\d+(?:\.\d+)?)$/.exec(text) ?? []
    const center = statePosition(lat, lon)
    return center === null || Number(zoom) > 22 ? null : { view: { zoom: Number(zoom), center } }
  },
}

export const mayBeId = (text: string): boolean => /^[\w:/.?=-]+$/.test(text) && text.length <= MAX_ID

const isOneOf = <T extends string>(all: readonly T[], text: string): text is T =>
  (all as readonly string[]).includes(text)

const statePosition = (lat: string | undefined, lon: string | undefined): Position | null => {
  if (lat === undefined || lon === undefined) return null
  return Math.abs(Number(lat)) <= 90 && Math.abs(Number(lon)) <= 180 ? [Number(lon), Number(lat)] : null
}

/** Returns the permalink of a state, without `#`; empty for the start. */
export const linkOf = (state: State): string => {
  const { panel, place, detail, at, include, exclude, text, view } = state
  const basket = [...include, ...exclude.map((id) => `-${id}`)]
  return [
    panel !== START.panel && `panel=${panel}`,
    place !== null && `place=${place}`,
    detail !== START.detail && `detail=${detail}`,
    at !== null && `at=${at[1]},${at[0]}`,
    basket.length > 0 && `basket=${basket.join(',')}`,
    text !== '' && `text=${encodeURIComponent(text.toWellFormed())}`,
    view !== null && `map=${round(view.zoom, 2)}/${round(view.center[1], 4)}/${round(view.center[0], 4)}`,
  ]
    .filter((field) => field !== false)
    .join('&')
}

export const round = (value: number, decimals: number): number => Number(value.toFixed(decimals))
