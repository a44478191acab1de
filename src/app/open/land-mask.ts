/** Opens the configured land mask, and logs the progress of preparing an own one. */
import { LAND_FILES } from '../../compute/pool/lane-limits.ts'
import { openCompute } from '../../compute/pool/open-compute.ts'
import { ConfigError } from '../../config/read-config.ts'
import type { LandMask, UpdatableLand } from '../../domain/area/ports.ts'
import type { OnLandFileProgress } from '../../sources/land/cut-messages.ts'
import { LandFileProblem } from '../../sources/land/land-file-problem.ts'
import { openLand } from '../../sources/land/open-land.ts'
import { systemClock } from '../../util/clock.ts'
import { closeAll } from '../../util/close-all.ts'
import type { Log } from '../../util/log.ts'
import { BUNDLED_DATA, type Opening, unpackingDirectory } from './opening.ts'

const LOG_EVERY_MS = 5_000

export interface ServedLand extends LandMask, UpdatableLand {
  /** Opens the mask. An own one is first cut into tiles, which may take minutes. Resolves early when the signal is aborted. */
  readonly prepare: (signal: AbortSignal) => Promise<void>
  readonly close: () => Promise<void>
}

/** The methods of the mask reject with a `ConfigError` if METES_LAND_FILE cannot be used. */
export const openLandMask = ({ config, log }: Pick<Opening, 'config' | 'log'>): ServedLand => {
  const { landFile: file, dataDir: dataDirectory } = config
  const compute = openCompute({ import: LAND_FILES })
  const mask = openLand({
    packedIn: `${BUNDLED_DATA}/land`,
    otherDirectory: unpackingDirectory(config),
    dataDirectory,
    file: file === null ? null : { path: file, compute },
    onProgress: progressLogger(file, log),
  })
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
    close: () => closeAll([mask.close, compute.close]),
  }
}

const progressLogger = (file: string | null, log: Log): OnLandFileProgress => {
  let loggedMs = Number.NEGATIVE_INFINITY
  return (phase, done) => {
    const nowMs = systemClock.elapsedMs()
    if (nowMs - loggedMs < LOG_EVERY_MS) return
    loggedMs = nowMs
    log.info({ file, phase, percent: Math.floor(100 * done) }, 'cutting the land file into tiles')
  }
}
