/**
 * The program in few files: a process that loads a thousand modules one by one spends most of its start on finding them.
 * `npm ci` makes them for a checkout (`scripts/prepare.ts`), where `bin/metes.js` uses them while no source is newer; `npm run build` for the package.
 */
import {
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join, posix, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ChunkingContext, type Plugin, rolldown } from 'rolldown'
import { chunksAsScripts } from './chunks-as-scripts.ts'

const SRC = fileURLToPath(new URL('../src/', import.meta.url))
/** What few processes load, or what keeps files beside its modules. */
const NOT_BUNDLED = [
  /^node:/,
  /^(?:@ai-sdk\/|ai|aws4fetch|ioredis|maplibre-gl|nodemailer|oidc-provider|pg)(?:\/|$)/,
]
const STARTED = [
  'app/bin.ts',
  'app/enrich-points.ts',
  'app/match-places.ts',
  'compute/pool/thread.ts',
  'util/run-script.ts',
]
/** What `app/bin.ts` loads for a command that answers in its own process, and for a server. */
const SERVICE = ['app/main.ts', 'config/read-config.ts', 'transports/client/local-call.ts']
/** Modules that load others by their addresses. */
const LOADS_BY_ADDRESS = /\b(?:defineWork|siblingModule)\(/

export interface Bundle {
  readonly folder: string
  /** Folder and extension of the modules' addresses: files beside them and data are found from there. */
  readonly base: string
  readonly extension: '.ts' | '.js'
}

/** Replaces the folder at once, so that a process that starts finds all files of one program. */
export const bundleProgram = async ({ folder, base, extension }: Bundle): Promise<void> => {
  const startedAt = new Date()
  const defining = (what: RegExp): string[] =>
    globSync('**/*.ts', { cwd: SRC })
      .map((path) => path.replaceAll(sep, '/'))
      .filter((path) => !path.endsWith('.test.ts') && what.test(readFileSync(join(SRC, path), 'utf8')))
  const works = defining(/\bdefineWork\(\{/)
  const ops = defining(/= defineOp\(\{/)
  const written = mkdtempSync(`${folder}-`)
  try {
    await writeChunks({ folder, base, extension }, written, works, ops)
  } catch (error) {
    rmSync(written, { recursive: true })
    throw error
  }
  // A source that changed meanwhile is newer.
  utimesSync(join(written, 'app/bin.js'), startedAt, startedAt)
  const replaced = `${written}-replaced`
  if (existsSync(folder)) renameSync(folder, replaced)
  renameSync(written, folder)
  rmSync(replaced, { recursive: true, force: true })
}

const writeChunks = async (
  bundled: Bundle,
  written: string,
  works: readonly string[],
  ops: readonly string[],
): Promise<void> => {
  const bundle = await rolldown({
    input: Object.fromEntries(
      [...STARTED, ...works, ...ops].map((path) => [withoutExtension(path), join(SRC, path)]),
    ),
    platform: 'node',
    external: NOT_BUNDLED,
    plugins: [moduleAddresses(bundled), builtInModules],
  })
  await bundle.write({
    dir: written,
    format: 'esm',
    comments: false,
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name]-[hash].js',
    codeSplitting: { groups: [{ debugName: 'loaded together', name: loadedTogether(works, ops) }] },
  })
  await bundle.close()
  chunksAsScripts(written)
  // Otherwise Node parses every file to learn that it is a module.
  writeFileSync(join(written, 'package.json'), '{"type":"module"}\n')
}

/** Gives every module its own address again, by which it finds data and the files beside it. */
const moduleAddresses = ({ folder, base, extension }: Bundle): Plugin => ({
  name: 'addresses of modules',
  transform: (code, id) => {
    if (!id.startsWith(SRC) || !code.includes('import.meta.url')) return null
    const path = withoutExtension(relative(SRC, id))
    const address = LOADS_BY_ADDRESS.test(code)
      ? `${path}.js`
      : `${relative(folder, join(base, path))}${extension}`
    return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(address)}, $bundle).href`)
  },
  renderChunk: (code, { fileName }) => {
    if (!code.includes('$bundle)')) return null
    const folders = posix.relative(posix.dirname(fileName), '.') || '.'
    return `const $bundle = new URL('${folders}/', import.meta.url);\n${code}`
  },
})

/**
 * Takes Node's own modules from `process`: an import makes a module of each, for which Node reads all that it exports, so that `node:http`
 * loads even its WebSocket client (`bench/start.ts`).
 */
const builtInModules: Plugin = {
  name: "Node's own modules",
  renderChunk: (code) =>
    code.replaceAll(
      /^import (?:\{(.*)\}|(?:\* as )?([\w$]+)) from "(node:[\w/]+)";$/gm,
      (_statement, names: string | undefined, all: string | undefined, name: string) =>
        `const ${all ?? `{${names?.replaceAll(' as ', ': ')}}`} = globalThis.process.getBuiltinModule("${name}");`,
    ),
}

/**
 * Names one file for the modules that all commands load, one for those that the service adds, and one for what operations share. Each
 * operation keeps its own, because a command loads one. Modules that threads load, too, stay as rolldown divides them, so that no thread
 * loads the whole service.
 */
const loadedTogether = (works: readonly string[], ops: readonly string[]) => {
  const ofOperations = new Set(ops.map((path) => join(SRC, path)))
  let loads:
    | Readonly<Record<'command' | 'service' | 'operations' | 'threads', ReadonlySet<string>>>
    | undefined
  return (id: string, context: ChunkingContext): string | null => {
    loads ??= {
      command: loadedBy(['app/bin.ts'], context),
      service: loadedBy(SERVICE, context),
      operations: loadedBy(ops, context),
      threads: loadedBy(['compute/pool/thread.ts', 'app/enrich-points.ts', ...works], context),
    }
    if (loads.command.has(id))
      return loads.threads.has(id) ? 'basics' : loads.service.has(id) ? 'command' : null
    if (loads.threads.has(id) || ofOperations.has(id)) return null
    return loads.service.has(id) ? 'service' : loads.operations.has(id) ? 'operations' : null
  }
}

/** With all that these modules import, but not what they load later. */
const loadedBy = (modules: readonly string[], context: ChunkingContext): ReadonlySet<string> => {
  const loaded = new Set(modules.map((path) => join(SRC, path)))
  for (const id of loaded)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) loaded.add(imported)
  return loaded
}

const withoutExtension = (path: string): string => path.replace(/\.ts$/, '')
