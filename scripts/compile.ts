/** The compiler of the packages, which is one of the tools of the checks. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const TSC = `${ROOT}tools/node_modules/.bin/tsc`

/** @param project folder with a `tsconfig.json`, or such a file, from the root */
export const compile = (project: string, ...options: readonly string[]): void => {
  if (!existsSync(TSC)) spawnSync('npm', ['run', 'tools'], { cwd: ROOT, stdio: 'inherit' })
  const { status, stdout, error } = spawnSync(TSC, ['-p', project, ...options], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`tsc -p ${project} failed: ${error?.message ?? stdout}`)
}
