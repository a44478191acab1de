/** Opens the service in this process for the work of a command, and closes it afterwards, also if the work fails. */
import { interruptible } from '../exit-codes.ts'
import type { CliHost, CliIo } from '../host.ts'
import { createProgressDisplay } from '../terminal/progress-display.ts'

export const withService = async <Needs, Result>(
  host: CliHost<Needs>,
  work: (service: Needs) => Promise<Result>,
): Promise<Result> => {
  const service = await host.openService()
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
  const progress = createProgressDisplay(io.stderr, host.clock, progressText)
  const startedMs = host.clock.elapsedMs()
  try {
    const result = await run(service, progress.show)
    return [result, (host.clock.elapsedMs() - startedMs) / 1000]
  } finally {
    progress.end()
    await service.close()
  }
}
