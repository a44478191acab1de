/** Opens the configured land mask, and logs the progress of preparing an own one. */
import { type Config, ConfigError } from '../../config/config.ts'
import type { Coast, LandMask } from '../../domain/area/ports.ts'
import type { OnLandFileProgress } from '../../sources/land/land-file-messages.ts'
import { LandFileProblem } from '../../sources/land/land-file-problem.ts'
import { openLand } from '../../sources/land/open-land.ts'
import type { Clock } from '../../util/clock.ts'
import type { Log } from '../../util/log.ts'

const LOG_EVERY_MS = 5_000

export interface LandSettings {
  /** Directory of the bundled mask. */
  readonly packedIn: string
  readonly config: Pick<Config, 'landFile' | 'dataDir'>
  readonly clock: Clock
  readonly log: Log
}

export interface ServedLand extends LandMask, Coast {
  /** Opens the mask. An own one is first cut into tiles, which may take minutes. Resolves early when the signal is aborted. */
  readonly prepare: (signal: AbortSignal) => Promise<void>
  readonly close: () => Promise<void>
}

/** The methods of the mask reject with a `ConfigError` if METES_LAND_FILE cannot be used. */
export const openLandMask = ({ packedIn, config, clock, log }: LandSettings): ServedLand => {
  const { landFile: file, dataDir: dataDirectory } = config
  const mask = openLand({ packedIn, dataDirectory, file, onProgress: progressLogger(file, clock, log) })
  const named = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      if (!(error instanceof LandFileProblem)) throw error
      throw new ConfigError(`METES_LAND_FILE: ${file} cannot be used: ${error.message}.`)
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

const progressLogger = (file: string | null, clock: Clock, log: Log): OnLandFileProgress => {
  let loggedMs = Number.NEGATIVE_INFINITY
  return (phase, done) => {
    const nowMs = clock.elapsedMs()
    if (nowMs - loggedMs < LOG_EVERY_MS) return
    loggedMs = nowMs
    log.info({ file, phase, percent: Math.floor(100 * done) }, 'cutting the land file into tiles')
  }
}
