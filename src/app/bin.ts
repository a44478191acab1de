/** The entry point: passes the streams, signals and environment of this process to the command line. */

import cluster from 'node:cluster'
import { environment } from '../config/environment.ts'
import { EXIT } from '../transports/cli/exit-codes.ts'
import { runCli } from '../transports/cli/run.ts'
import { cannotWrite } from '../transports/client/file-failure.ts'
import { systemClock } from '../util/clock.ts'
import { cliHostOf } from './cli-host.ts'

/** A terminal sends Ctrl-C to the whole process group, and a wrapper may forward it again: both count as one interrupt. */
const SAME_INTERRUPT_MS = 500

const interrupt = new AbortController()
let firstMs = Number.NaN
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // A terminal and some supervisors signal every process; those of a service are stopped by their primary.
    if (cluster.isWorker) return
    if (interrupt.signal.aborted && systemClock.elapsedMs() - firstMs > SAME_INTERRUPT_MS)
      process.exit(signal === 'SIGINT' ? EXIT.interrupted : EXIT.terminated)
    if (interrupt.signal.aborted) return
    firstMs = systemClock.elapsedMs()
    interrupt.abort(signal)
  })
}

/** A reader such as `head` may close the pipe early, which is not an error. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  process.stderr.write(`Error: ${cannotWrite('to standard output', error).message}\n`)
  process.exit(EXIT.failure)
})

// Without `await`, so that it can run as a script (`util/run-script.ts`).
void runCli(
  process.argv.slice(2),
  {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: environment,
    signal: interrupt.signal,
  },
  cliHostOf(environment),
).then((code) => {
  // Interrupted work may still hold a socket or a thread, and a primary its processes.
  if (interrupt.signal.aborted || cluster.isWorker) process.exit(code)
  process.exitCode = code
})
