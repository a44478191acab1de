/**
 * The catalog of a planet of 500,000 boundaries, in this process: reverse, search and children, each call timed separately.
 * `node bench/planet.ts [directory]`; builds the catalog in the directory unless it is there, else in a temporary one.
 *
 * Targets: reverse p50 < 1 ms, search p50 < 5 ms, list_children p50 < 5 ms, resident memory < 1.5 GB.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createCatalog } from '../src/domain/catalog/catalog.ts'
import { openLexicon } from '../src/sources/names/bundled-lexicon.ts'
import { openSqliteFiles } from '../src/storage/sql/open-storage.ts'
import { NO_DISPUTES } from '../test/doubles/no-disputes.ts'
import { stream } from '../test/support/boundary-entries.ts'
import { planet } from './support/planet.ts'
import { planetQuestions } from './support/planet-questions.ts'

const BOUNDARIES = 500_000
const POLYGON_BYTES = 256 * 1024 * 1024

const kept = process.argv[2]
const directory = kept ?? mkdtempSync(join(tmpdir(), 'metes-planet-'))
if (!existsSync(join(directory, 'catalog.db'))) await build(directory)
await ask(directory)
if (kept === undefined) rmSync(directory, { recursive: true })

async function build(into: string): Promise<void> {
  mkdirSync(into, { recursive: true })
  const draft = mkdtempSync(join(into, 'draft-'))
  const started = performance.now()
  const storage = await openSqliteFiles(draft)
  await storage.boundaries.replace(stream(planet(BOUNDARIES)), { origin: 'extract', coveredCountries: [] })
  await storage.close()
  const seconds = (performance.now() - started) / 1000
  for (const file of readdirSync(draft)) renameSync(join(draft, file), join(into, file))
  rmSync(draft, { recursive: true })
  const { size } = statSync(join(into, 'catalog.db'))
  console.log(
    `built        ${BOUNDARIES} boundaries in ${seconds.toFixed(0)} s, ${(size / 1e6).toFixed(0)} MB, ${memory()}`,
  )
}

async function ask(from: string): Promise<void> {
  const storage = await openSqliteFiles(from)
  const catalog = createCatalog({
    sources: [storage.boundaries],
    polygonBytes: POLYGON_BYTES,
    disputes: NO_DISPUTES,
    lexicon: openLexicon(fileURLToPath(new URL('../data', import.meta.url)), from),
  })
  for (const { name, questions } of await planetQuestions(storage.boundaries, catalog)) {
    const took: number[] = []
    let answers = 0
    for (const question of questions) {
      const started = performance.now()
      answers += await question()
      took.push(performance.now() - started)
    }
    took.sort((a, b) => a - b)
    const at = (share: number): string => took[Math.floor(share * (took.length - 1))].toFixed(2).padStart(7)
    console.log(
      `${name.padEnd(24)} p50 ${at(0.5)} ms  p95 ${at(0.95)} ms  max ${at(1)} ms  ${answers} answers to ${questions.length}`,
    )
  }
  console.log(`memory                   ${memory()}`)
  await storage.close()
}

function memory(): string {
  return `${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB resident at most`
}
