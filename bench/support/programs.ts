/** Competing programs in separate processes, all called in the same way. */
import type { Rings } from '../../src/domain/geometry/rings.ts'
import { startPostGis } from './postgis.ts'
import type { Timed } from './race.ts'
import { startShapely } from './shapely.ts'

/** Areas and points are transferred before the clock starts. */
export interface Program {
  /** With its version. */
  readonly name: string
  readonly takeArea: (name: string, rings: Rings) => Promise<void>
  readonly takePoints: (points: Float64Array) => Promise<void>
  /** The number of points inside. */
  readonly contains: (area: string) => Promise<Timed<number>>
  readonly union: (include: readonly string[], exclude: readonly string[]) => Promise<Timed<Union>>
  readonly close: () => Promise<void>
}

/** The area of a union in square degrees. */
export interface Union {
  readonly area: number
  readonly isValid: boolean
}

/** The installed ones; missing ones are reported once on standard error. */
export const startPrograms = async (): Promise<readonly Program[]> =>
  (await Promise.all([startShapely(), startPostGis()])).filter((program) => program !== null)

export const closePrograms = async (programs: readonly Program[]): Promise<void> => {
  await Promise.all(programs.map(({ close }) => close()))
}
