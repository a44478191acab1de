/** The package as npm packs and installs it, and the programs of this machine that install it. */
import assert from 'node:assert/strict'
import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Without the folders that npm adds while it runs a script: what people have who install Metes. */
export const PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter)

/** The person who runs the tests may have METES_ settings. */
const OWN = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('METES_')))

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  /** Of both streams. */
  readonly text: string
}

interface Options {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a program of this machine; fails with its output unless it succeeds. */
export const succeed = async (
  program: string,
  args: readonly string[],
  options: Options = {},
): Promise<Ran> => {
  const ran = await run(program, args, options)
  assert.equal(ran.code, 0, `${program} ${args.join(' ')}\n${ran.text}`)
  return ran
}

export const run = async (program: string, args: readonly string[], options: Options = {}): Promise<Ran> => {
  const child = start(program, args, options)
  const written: string[] = []
  const stdout: string[] = []
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written.push(text)
    stdout.push(text)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => written.push(text))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return { code, stdout: stdout.join(''), text: written.join('') }
}

/** Starts a program. A `detached` one leads its own process group. */
export const start = (
  program: string,
  args: readonly string[],
  { cwd = ROOT, env = {}, detached = false }: Options & { readonly detached?: boolean },
): ChildProcessByStdio<null, Readable, Readable> =>
  spawn(program, args, {
    cwd,
    env: { ...OWN, ...env, PATH: env.PATH === undefined ? PATH : `${env.PATH}${delimiter}${PATH}` },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  })

/** The Node of this machine, which need not be the one that runs the tests. */
export const systemNode = (): { readonly path: string; readonly major: number } => {
  const found = PATH.split(delimiter).map((folder) => join(folder, 'node'))
  const path = found.find((each) => existsSync(each)) ?? process.execPath
  const version = execFileSync(path, ['--version'], { encoding: 'utf8' })
  return { path, major: Number(/\d+/.exec(version)) }
}

/** The compiler that the package is built with comes with the tools. */
export const hasCompiler = (): boolean => existsSync(join(ROOT, 'tools/node_modules/.bin/tsc'))

/** Packs the checkout into the empty folder and returns the tarball. The scripts of npm run on the Node of the tests. */
export const pack = (folder: string): Promise<string> => packInto(folder)

/** As `pack`, the package of the client. */
export const packClient = (folder: string): Promise<string> => packInto(folder, '--workspace', 'metes-client')

const packInto = async (folder: string, ...which: readonly string[]): Promise<string> => {
  await succeed('npm', ['pack', '--silent', '--pack-destination', folder, ...which])
  const [tarball] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
  return join(folder, tarball)
}
