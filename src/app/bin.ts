/** The program: the streams, signals and environment of this process handed to the command line. */

import { environment } from '../config/environment.ts'
import { EXIT } from '../transports/cli/exit.ts'
import { runCli } from '../transports/cli/run.ts'
import { systemClock } from '../util/clock.ts'
import { cliHost } from './cli-host.ts'

/** A terminal sends Ctrl-C to the whole group, and a wrapper may pass it on once more: that is one wish, not two. */
const SAME_WISH_MS = 500

const interrupt = new AbortController()
let firstMs = Number.NaN
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (interrupt.signal.aborted && systemClock.elapsedMs() - firstMs > SAME_WISH_MS)
      process.exit(signal === 'SIGINT' ? EXIT.interrupted : EXIT.terminated)
    if (interrupt.signal.aborted) return
    firstMs = systemClock.elapsedMs()
    interrupt.abort(signal)
  })
}

/** A reader that has seen enough, as `head` has, closes the pipe: the work is done as far as anybody wants it. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

const code = await runCli(
  process.argv.slice(2),
  {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: environment,
    signal: interrupt.signal,
  },
  cliHost,
)
// What was interrupted may still hold a socket or a thread.
if (interrupt.signal.aborted) process.exit(code)
process.exitCode = code
