/**
 * An archive of the whole bundled atlas to zoom 8, as `metes tiles` of a new installation writes it: time, size, and memory at most.
 * `node bench/tile-archive.ts`
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MAX_ZOOM = 8
const directory = mkdtempSync(join(tmpdir(), 'metes-tiles-'))
const file = join(directory, 'atlas.pmtiles')

process.env.METES_DATA_DIR = directory
process.argv.splice(2, Number.POSITIVE_INFINITY, 'tiles', '--output', file, '--max-zoom', String(MAX_ZOOM))
process.on('exit', (code) => {
  if (code !== 0) {
    rmSync(directory, { recursive: true })
    return
  }
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const seconds = process.uptime().toFixed(0)
  const cpuSeconds = ((userCPUTime + systemCPUTime) / 1e6).toFixed(0)
  const size = (statSync(file).size / 1e6).toFixed(1)
  rmSync(directory, { recursive: true })
  console.log(
    `to zoom ${MAX_ZOOM}: ${seconds} s, ${cpuSeconds} s of processors, ${size} MB, ${(maxRSS / 1024).toFixed(0)} MiB of memory at most`,
  )
})
await import('../src/app/bin.ts')
