/** Opens the service in this process for the work of a command, and closes it afterwards, also if the work fails. */
import { interruptible } from '../exit-codes.ts'
import type { CliHost, CliIo } from '../host.ts'
import { createProgressDisplay } from '../terminal/progress-display.ts'

export const withService = async <Needs, Result>(
  host: CliHost<Needs>,
  work: (service: Needs) => Promise<Result>,
  { long = false }: Pick<LongWork<Needs, unknown, Result>, 'long'> = {},
): Promise<Result> => {
  const service = await host.openService({ long })
  try {
    return await work(service)
  } finally {
    await service.close()
  }
}

interface LongWork<Needs, Progress, Result> {
  /** See `openService`. */
  readonly long?: boolean
  readonly progressText: (progress: Progress, elapsedMs: number) => string
  readonly run: (service: Needs, onProgress: (progress: Progress) => void) => Promise<Result>
}

/** For work that shows its progress. Returns its result and the seconds that it took. */
export const withProgress = async <Needs, Progress, Result>(
  io: CliIo,
  host: CliHost<Needs>,
  { long = false, progressText, run }: LongWork<Needs, Progress, Result>,
): Promise<readonly [Result, seconds: number]> => {
  const service = await interruptible(io.signal, host.openService({ long }))
  try {
    return await showProgress(io, host, progressText, (onProgress) => run(service, onProgress))
  } finally {
    await service.close()
  }
}

/** As `withProgress`, in a service that is open. */
export const showProgress = async <Progress, Result>(
  io: CliIo,
  { clock }: Pick<CliHost, 'clock'>,
  progressText: LongWork<unknown, Progress, Result>['progressText'],
  run: (onProgress: (progress: Progress) => void) => Promise<Result>,
): Promise<readonly [Result, seconds: number]> => {
  const progress = createProgressDisplay(io.stderr, clock, progressText)
  const startedMs = clock.elapsedMs()
  try {
    const result = await run(progress.show)
    return [result, (clock.elapsedMs() - startedMs) / 1000]
  } finally {
    progress.end()
  }
}
