/** What a bench asks of a program in a process of its own. */
import type { Rings } from '../../src/domain/geometry/rings.ts'
import type { Timed } from './race.ts'

/** Areas and points are handed over before the clock starts. */
export interface Program {
  /** With its version. */
  readonly name: string
  readonly takeArea: (name: string, rings: Rings) => Promise<void>
  readonly takePoints: (points: Float64Array) => Promise<void>
  /** How many of the points are inside. */
  readonly contains: (area: string) => Promise<Timed<number>>
  readonly union: (include: readonly string[], exclude: readonly string[]) => Promise<Timed<Union>>
  readonly close: () => Promise<void>
}

/** What a union came to, in square degrees. */
export interface Union {
  readonly area: number
  readonly isValid: boolean
}
