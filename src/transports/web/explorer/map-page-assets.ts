/**
 * Scripts and styles of the map page and of the embedded map: their modules and those of the client, whose types Node strips, and MapLibre GL from its
 * package. All are in one folder named after their content, so that browsers can cache them.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { problem } from '../../../op/problem/problem.ts'
import { EncodedBody } from '../../../op/response/encoded-body.ts'
import { once } from '../../../util/once.ts'
import { KEPT_FOR_EVER } from '../../http/cache-control.ts'
import type { HttpRoute } from '../../http/message.ts'
import { worldMap } from '../../tiles/world.ts'

export interface ExplorerAssets {
  /** Returns the address of a file, such as `main.js`. */
  readonly at: (file: string) => string
  /** Returns the modules that a page loads which starts with this one, for preloading. */
  readonly modules: (start: string) => readonly string[]
  readonly route: HttpRoute
}

const FOLDERS = ['explorer', 'embed', 'map-style', 'client'].map(
  (name) => new URL(`../../../${name}/`, import.meta.url),
)
/** A module whose types are all that it has is never loaded. */
const TYPES = 'types'
const MAPLIBRE = new URL('.', import.meta.resolve('maplibre-gl'))
const MAPLIBRE_FILES = ['maplibre-gl.mjs', 'maplibre-gl-worker.mjs', 'maplibre-gl.css']

/** A worker has the policy of its own script, not of the page. */
const WORKER_POLICY = ['Content-Security-Policy', "default-src 'none'; connect-src 'self'; script-src 'self'"]

export const createExplorerAssets = (): ExplorerAssets => {
  const build = once(readBuild)
  return {
    at: (file) => `/assets/explorer/${build().name}/${file}`,
    modules: (start) => loadedWith(`${start}.js`, build().imports),
    route: {
      method: 'GET',
      path: '/assets/explorer/{build}/{file}',
      endpoint: ({ method, location }) => {
        const { build: name, file } = location.params
        const body = name === build().name ? build().files.get(file)?.() : undefined
        if (body === undefined) throw problem('unknown_route', { method, path: location.path })
        return { status: 200, body, headers: [...KEPT_FOR_EVER, ...WORKER_POLICY], sameOrigin: true }
      },
    },
  }
}

interface Build {
  readonly name: string
  readonly files: ReadonlyMap<string, () => EncodedBody>
  /** Of each of our own modules the modules that it imports. */
  readonly imports: ReadonlyMap<string, readonly string[]>
}

const readBuild = (): Build => {
  const files = new Map<string, () => EncodedBody>()
  const add = (name: string, mediaType: string, text: () => string): void => {
    if (files.has(name)) throw new Error(`Two files of the map page are called ${name}.`)
    files.set(
      name,
      once(() => new EncodedBody(Buffer.from(text()), mediaType)),
    )
  }
  const imports = new Map<string, readonly string[]>()
  const hash = createHash('sha256').update(MAPLIBRE.pathname)
  for (const folder of FOLDERS)
    for (const file of readdirSync(folder).sort()) {
      const [, name, extension] = /^([\w-]+)\.(js|ts|css)$/.exec(file) ?? []
      if (name === undefined || name === TYPES) continue
      const text = readFileSync(new URL(file, folder), 'utf8')
      hash.update(text)
      if (extension === 'css') add(file, 'text/css', () => text)
      else {
        add(`${name}.js`, 'text/javascript', () => browserScript(file, text))
        imports.set(`${name}.js`, importsIn(text))
      }
    }
  for (const file of MAPLIBRE_FILES)
    add(file, file.endsWith('.css') ? 'text/css' : 'text/javascript', () =>
      withoutSourceMap(readFileSync(new URL(file, MAPLIBRE), 'utf8')),
    )
  files.set('world.json', worldMap)
  return { name: hash.digest('base64url').slice(0, 16), files, imports }
}

/** Names of our own modules that a module loads; those whose types it imports are not loaded. */
const importsIn = (text: string): readonly string[] =>
  Array.from(
    text.matchAll(/^(?:import|export)\s+(?!type\b)[^'"]*?from '\.[\w./-]*?\/([\w-]+)\.[jt]s'/gm),
    ([, name]) => `${name}.js`,
  )

const loadedWith = (start: string, imports: Build['imports']): readonly string[] => {
  const loaded = new Set([start])
  for (const name of loaded) for (const imported of imports.get(name) ?? []) loaded.add(imported)
  return [...loaded]
}

/** JavaScript in a built package, TypeScript in a checkout. */
const browserScript = (file: string, text: string): string =>
  (file.endsWith('.ts') ? withoutTypes(text) : text)
    .replaceAll(/from '\.(?:\.\/(?:client|explorer|map-style))?\/([\w-]+)\.[jt]s'/g, "from './$1.js'")
    .replaceAll("from 'maplibre-gl'", "from './maplibre-gl.mjs'")

const withoutSourceMap = (text: string): string => text.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')

/** Node warns that this function is experimental; Node itself runs this file with it. */
const withoutTypes = (text: string): string => {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(text)
  } finally {
    process.emitWarning = emitWarning
  }
}
