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

export const boundaryCall = (id: string, detail: Detail): ShownCall => ({
  op: 'get_boundary',
  method: 'GET',
  path: '/v1/boundaries/{id}',
  input: { id, detail },
  positional: ['id'],
  needsKey: detail !== 'low',
})

export const pointCall = ([lon, lat]: Position): ShownCall => ({
  op: 'reverse_boundaries',
  method: 'GET',
  path: '/v1/boundaries/reverse',
  input: { lat, lon },
  positional: ['lat', 'lon'],
  needsKey: true,
})

export const unionCall = (include: readonly string[], exclude: readonly string[]): ShownCall => ({
  op: 'union_boundaries',
  method: 'POST',
  path: '/v1/boundaries/union',
  input: { include, ...(exclude.length > 0 && { exclude }), detail: 'low' },
  positional: ['include'],
  needsKey: true,
})

export const areaCall = (text: string): ShownCall => ({
  op: 'create_area',
  method: 'POST',
  path: '/v1/areas',
  input: { text, detail: 'low' },
  positional: ['text'],
  needsKey: true,
})
