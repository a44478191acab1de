/** The calls behind the panels. */
import type { Detail, Position } from '../client/index.ts'

export interface ShownCall {
  readonly op: keyof typeof COMMANDS
  readonly method: 'GET' | 'POST'
  /**
   * Path below the base address. Inputs in braces are part of it; the others are the query of a GET or the body of a POST.
   */
  readonly path: string
  readonly input: Readonly<Record<string, unknown>>
  /** Inputs that the command takes without a name. */
  readonly positional: readonly string[]
  /** True in a service with accounts. */
  readonly needsKey: boolean
}

/** Commands by operation. */
export const COMMANDS = {
  get_boundary: 'get',
  reverse_boundaries: 'at',
  union_boundaries: 'union-boundaries',
  create_area: 'area',
} as const

const ROUTES = {
  get_boundary: { method: 'GET', path: '/v1/boundaries/{id}', positional: ['id'] },
  reverse_boundaries: { method: 'GET', path: '/v1/boundaries/reverse', positional: ['lat', 'lon'] },
  union_boundaries: { method: 'POST', path: '/v1/boundaries/union', positional: ['include'] },
  create_area: { method: 'POST', path: '/v1/areas', positional: ['text'] },
} as const

const shownCall = (op: ShownCall['op'], input: ShownCall['input'], needsKey = true): ShownCall => ({
  op,
  ...ROUTES[op],
  input,
  needsKey,
})

export const boundaryCall = (id: string, detail: Detail): ShownCall =>
  shownCall('get_boundary', { id, detail }, detail !== 'low')

export const pointCall = ([lon, lat]: Position): ShownCall => shownCall('reverse_boundaries', { lat, lon })

export const unionCall = (include: readonly string[], exclude: readonly string[]): ShownCall =>
  shownCall('union_boundaries', { include, ...(exclude.length > 0 && { exclude }), detail: 'low' })

export const areaCall = (text: string): ShownCall => shownCall('create_area', { text, detail: 'low' })
