/** Checks the disk of the data directory for `metes doctor`. */
import { sizeText } from '../util/size-text.ts'

/** Temporary file and journal of an import; the extract of a large country needs this much. */
const MIN_FREE_BYTES = 2e9

/** @throws Error if an import may not fit */
export const diskSpaceText = (freeBytes: number): string => {
  if (freeBytes >= MIN_FREE_BYTES) return `${sizeText(freeBytes)} free`
  throw new Error(
    `Only ${sizeText(freeBytes)} are free on the disk of the data directory; an import may need ${sizeText(MIN_FREE_BYTES)}.`,
  )
}

/** @param setting that names another directory */
export const noSpaceText = (directory: string, freeBytes: number, setting: string): string =>
  `No space is left in ${directory} (${sizeText(freeBytes)} free). Until there is, calls that store something are refused with storage_full (503); reads still work. Free at least ${sizeText(MIN_FREE_BYTES)} on its disk, or set ${setting} to a directory on a larger one.`
