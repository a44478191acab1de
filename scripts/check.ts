/**
 * `npm run check`: every check of the code that the tests do not make, as many at once as there are cores. Runs every step even
 * after a failure, so that one run shows everything to fix.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import tools from '../tools/package.json' with { type: 'json' }

interface Step {
  readonly name: string
  readonly command: readonly string[]
  /** How to fix a failure, where the tool does not say it. */
  readonly advice?: string
}

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CACHE = 'node_modules/.cache/check'
const tool = (name: string): string => `${ROOT}/tools/node_modules/.bin/${name}`
const incremental = (file: string): readonly string[] => [
  '--noEmit',
  '--incremental',
  '--tsBuildInfoFile',
  `${CACHE}/${file}.tsbuildinfo`,
]

/** The longest first, so that none is alone at the end. */
const STEPS: readonly Step[] = [
  { name: 'types', command: [tool('tsc'), '-p', '.', ...incremental('types')] },
  { name: 'unused code', command: [tool('knip'), '--cache', '--cache-location', `${CACHE}/knip`] },
  {
    name: 'format and lint',
    command: [tool('biome'), 'check', '.'],
    advice: '"tools/node_modules/.bin/biome check --write ." fixes what can be fixed.',
  },
  {
    name: 'generated files',
    command: [process.execPath, 'scripts/generate.ts', '--check'],
    advice: '"npm run generate" rewrites them.',
  },
  {
    name: 'references',
    command: [process.execPath, 'scripts/check-references.ts'],
    advice: 'Correct what comments and documents name; scripts/references/find-stale.ts has the rules.',
  },
  {
    name: 'names of the atlas',
    command: [process.execPath, 'scripts/check-atlas-names.ts'],
    advice: 'Correct scripts/atlas or data/atlas/names.yaml, and run "node scripts/build-atlas.ts".',
  },
  { name: 'types in the browser', command: [tool('tsc'), '-p', 'src/explorer', ...incremental('explorer')] },
  {
    name: 'types of the element',
    command: [tool('tsc'), '-p', 'src/map-element', ...incremental('map-element')],
  },
  { name: 'layers', command: [process.execPath, '--test', 'test/layers.test.ts'] },
]

const installTools = (): void => {
  const isInstalled = (name: string): boolean => existsSync(`${ROOT}/tools/node_modules/${name}`)
  if (Object.keys(tools.dependencies).every(isInstalled)) return
  console.log('Installing the tools of the checks …')
  // `npm install`, not `npm ci`, which refuses a lock file without the binaries of other platforms, as npm writes it.
  const { status } = spawnSync('npm', ['run', '--silent', 'tools'], { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}

/** Prints what it says when it ends, so that its output stays together. */
const run = async ({ name, command: [program, ...args], advice }: Step): Promise<boolean> => {
  const startedMs = performance.now()
  const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  const [code] = await once(child, 'close').catch((error: Error) => {
    output += error.message
    return [null]
  })
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  if (code === 0) console.log(`✓ ${name} (${seconds} s)`)
  else
    console.log(
      [`✗ ${name} (${seconds} s)`, output.trim(), ...(advice === undefined ? [] : [advice])].join('\n'),
    )
  return code === 0
}

installTools()
const failed: string[] = []
const waiting = STEPS.values()
const worker = async (): Promise<void> => {
  for (const step of waiting) if (!(await run(step))) failed.push(step.name)
}
await Promise.all(Array.from({ length: availableParallelism() }, worker))
if (failed.length > 0) {
  console.log(`\n${failed.length} of ${STEPS.length} checks failed: ${failed.join(', ')}.`)
  process.exitCode = 1
}
