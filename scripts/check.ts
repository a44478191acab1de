/**
 * `npm run check`: every check of the code that the tests do not make. Runs every step even after a failure, so that
 * one run shows everything to fix.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tools from '../tools/package.json' with { type: 'json' }

interface Step {
  readonly name: string
  readonly command: readonly string[]
  /** How to fix a failure, where the tool does not say it. */
  readonly advice?: string
}

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const tool = (name: string): string => `${ROOT}/tools/node_modules/.bin/${name}`

const INSTALL_TOOLS: Step = {
  name: 'tools',
  // `npm install`, not `npm ci`, which refuses a lock file without the binaries of other platforms, as npm writes it.
  command: ['npm', 'run', 'tools'],
}

const STEPS: readonly Step[] = [
  { name: 'types', command: [tool('tsc'), '-p', '.'] },
  { name: 'types in the browser', command: [tool('tsc'), '--noEmit', '-p', 'src/explorer'] },
  {
    name: 'format and lint',
    command: [tool('biome'), 'check', '.'],
    advice: '"tools/node_modules/.bin/biome check --write ." fixes what can be fixed.',
  },
  { name: 'unused code', command: [tool('knip')] },
  { name: 'layers', command: [process.execPath, '--test', 'test/layers.test.ts'] },
  {
    name: 'generated files',
    command: [process.execPath, 'scripts/generate.ts', '--check'],
    advice: '"npm run generate" rewrites them.',
  },
]

const run = ({ name, command: [program, ...args], advice }: Step): boolean => {
  const startedMs = performance.now()
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  const ok = status === 0
  console.log(`${ok ? '✓' : '✗'} ${name} (${((performance.now() - startedMs) / 1000).toFixed(1)} s)`)
  if (!ok)
    console.log(
      [error?.message, stdout, stderr, advice]
        .filter((text) => text != null && text.trim() !== '')
        .join('\n'),
    )
  return ok
}

const isInstalled = (name: string): boolean => existsSync(`${ROOT}/tools/node_modules/${name}`)
const needed = Object.keys(tools.dependencies).every(isInstalled) ? STEPS : [INSTALL_TOOLS, ...STEPS]
const failed = needed.filter((step) => !run(step))
if (failed.length > 0) {
  console.log(
    `\n${failed.length} of ${needed.length} checks failed: ${failed.map(({ name }) => name).join(', ')}.`,
  )
  process.exitCode = 1
}
