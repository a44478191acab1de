/** The land mask as the settings ask for it; the work on an own one is told in the log. */
import { type Config, ConfigError } from '../../config/config.ts'
import type { Coast, LandMask } from '../../domain/area/ports.ts'
import type { OnLandFileProgress } from '../../sources/land/land-file-messages.ts'
import { LandFileProblem } from '../../sources/land/land-file-problem.ts'
import { openLand } from '../../sources/land/open-land.ts'
import type { Clock } from '../../util/clock.ts'
import type { Log } from '../../util/log.ts'

const TELL_EVERY_MS = 5_000

export interface LandSettings {
  /** Holds the mask that comes with Metes. */
  readonly packedIn: string
  readonly config: Pick<Config, 'landFile' | 'dataDir'>
  readonly clock: Clock
  readonly log: Log
}

export interface ServedLand extends LandMask, Coast {
  /** Opens the mask. An own one is cut into tiles first, which may take minutes; ends early, without an error, when the signal is aborted. */
  readonly prepare: (signal: AbortSignal) => Promise<void>
  readonly close: () => Promise<void>
}

/** Asking throws a `ConfigError` where the setting names a file that is no mask. */
export const openLandMask = ({ packedIn, config, clock, log }: LandSettings): ServedLand => {
  const { landFile: file, dataDir: dataDirectory } = config
  const mask = openLand({ packedIn, dataDirectory, file, onProgress: teller(file, clock, log) })
  const named = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      if (!(error instanceof LandFileProblem)) throw error
      throw new ConfigError(`METES_LAND_FILE names a file that cannot be used: ${file}: ${error.message}.`)
    }
  }
  return {
    landIn: (boxes) => named(mask.landIn(boxes)),
    redraw: (lines) => named(mask.redraw(lines)),
    prepare: async (signal) => {
      try {
        await named(mask.prepare(signal))
      } catch (error) {
        if (!signal.aborted) throw error
      }
    },
    close: mask.close,
  }
}

const teller = (file: string | null, clock: Clock, log: Log): OnLandFileProgress => {
  let toldMs = Number.NEGATIVE_INFINITY
  return (phase, done) => {
    const nowMs = clock.elapsedMs()
    if (nowMs - toldMs < TELL_EVERY_MS) return
    toldMs = nowMs
    log.info({ file, phase, percent: Math.floor(100 * done) }, 'cutting the land file into tiles, once')
  }
}
