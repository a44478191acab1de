/**
 * `npm run check`: everything that is held about the code and that the tests do not already hold. Runs every step even
 * after a failure, so that one run shows all there is to mend.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tools from '../tools/package.json' with { type: 'json' }

interface Step {
  readonly name: string
  readonly command: readonly string[]
  /** What to do when it fails, where that is not said by the tool. */
  readonly advice?: string
}

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const tool = (name: string): string => `${ROOT}/tools/node_modules/.bin/${name}`

const INSTALL_TOOLS: Step = {
  name: 'tools',
  // `npm install`, not `npm ci`: that refuses a lock file that leaves out the binaries of other platforms, as npm writes it.
  command: ['npm', 'run', 'tools'],
}

const STEPS: readonly Step[] = [
  { name: 'types', command: [tool('tsc'), '-p', '.'] },
  {
    name: 'format and lint',
    command: [tool('biome'), 'check', '.'],
    advice: '"tools/node_modules/.bin/biome check --write ." mends what can be mended.',
  },
  { name: 'unused code', command: [tool('knip')] },
  { name: 'layers', command: [process.execPath, '--test', 'test/layers.test.ts'] },
  {
    name: 'generated files',
    command: [process.execPath, 'scripts/generate.ts', '--check'],
    advice: '"npm run generate" writes them anew.',
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
