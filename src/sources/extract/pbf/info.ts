/** Version and time of an object, if the file has them: https://wiki.openstreetmap.org/wiki/PBF_Format#Ways_and_relations */
import { rfc3339 } from '../../../util/clock.ts'
import type { PbfBlock } from './block.ts'
import { type Packed, Wire } from './wire.ts'

export interface Edit {
  readonly version: number | null
  /** RFC 3339 UTC. */
  readonly timestamp: string | null
}

export const readInfo = (block: PbfBlock, info: Packed): Edit => {
  const wire = new Wire(block.bytes, info.start, info.end)
  let version: number | null = null
  let timestamp: string | null = null
  for (let field = wire.field(); field !== 0; field = wire.field()) {
    if (field === 1) {
      version = versionOf(wire.int64())
    } else if (field === 2) {
      timestamp = timeOf(wire.int64() * block.dateGranularity)
    } else wire.skip()
  }
  return { version, timestamp }
}

export const readVersion = (block: PbfBlock, info: Packed): number | null => {
  const wire = new Wire(block.bytes, info.start, info.end)
  for (let field = wire.field(); field !== 0; field = wire.field()) {
    if (field === 1) return versionOf(wire.int64())
    wire.skip()
  }
  return null
}

/** Writers use 0 or −1 for unknown; the format has 32 bits. */
export const versionOf = (number: number): number | null =>
  number > 0 && number <= MAX_VERSION ? number : null

const MAX_VERSION = 2 ** 31 - 1

/**
 * True if a version of an object takes the place of the one that the file had before: the higher one wins, and of equal ones
 * the later. An unknown version is lower than any other.
 */
export const takesPlaceOf = (version: number | null, known: number | null): boolean =>
  (version ?? 0) >= (known ?? 0)

/** Writers use 0 for an unknown time, or omit the field; a time outside the calendar is damage. */
export const timeOf = (epochMs: number): string | null =>
  epochMs > 0 && epochMs < LAST_OF_TIME_MS ? rfc3339(epochMs) : null

/** End of the year 9999, the last one that RFC 3339 can write. */
const LAST_OF_TIME_MS = 253_402_300_800_000
