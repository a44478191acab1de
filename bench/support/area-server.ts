/** A server as `metes serve` runs it, that tells for how long its event loop was held up since it was last asked. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { readConfig } from '../../src/config.ts'
import { serve } from '../../src/serve.ts'

const RESOLUTION_MS = 1

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
process.on('message', () => {
  process.send?.({ longestMs: delay.max / 1e6 - RESOLUTION_MS })
  delay.reset()
})
delay.enable()

const ended = new AbortController()
process.on('SIGTERM', () => ended.abort())
await serve(readConfig(), ended.signal)
process.disconnect?.()
