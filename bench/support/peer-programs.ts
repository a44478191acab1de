/** Starts and closes the programs that benches compare Metes with. */
import type { Program } from './peer-program.ts'
import { startPostGis } from './postgis.ts'
import { startShapely } from './shapely.ts'

/** The installed ones; missing ones are reported once on standard error. */
export const startPrograms = async (): Promise<readonly Program[]> =>
  (await Promise.all([startShapely(), startPostGis()])).filter((program) => program !== null)

export const closePrograms = async (programs: readonly Program[]): Promise<void> => {
  await Promise.all(programs.map(({ close }) => close()))
}
