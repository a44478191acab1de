/** A server as `metes serve` runs it, which also reports how long its event loop was blocked since the last request for it. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { threadCpuUsage } from 'node:process'
import { serve } from '../../src/app/serve.ts'
import { readConfig } from '../../src/config/read-config.ts'
import type { HeldUp } from './held-up-server.ts'

const RESOLUTION_MS = 1

/** Milliseconds of processor time of this thread. */
const workedMs = (): number => {
  const { user, system } = threadCpuUsage()
  return (user + system) / 1000
}

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
let lastMs = workedMs()
let longestMs = 0
setInterval(() => {
  const nowMs = workedMs()
  longestMs = Math.max(longestMs, nowMs - lastMs)
  lastMs = nowMs
}, RESOLUTION_MS).unref()
process.on('message', () => {
  const answer: HeldUp = { ms: delay.max / 1e6 - RESOLUTION_MS, byWorkMs: longestMs }
  process.send?.(answer)
  delay.reset()
  longestMs = 0
})
delay.enable()

const ended = new AbortController()
process.on('SIGTERM', () => ended.abort())
await serve(readConfig(), ended.signal)
process.disconnect?.()
