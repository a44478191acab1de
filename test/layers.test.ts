/** The direction of imports that ARCHITECTURE.md draws, read from the source. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const IMPORT =
  /^\s*(?:import|export)\b[^'"]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|^\s*import\s*['"]([^'"]+)['"]/gm

interface Module {
  readonly path: string
  readonly text: string
  /** The project's files as paths from the root, packages by name. */
  readonly imports: readonly string[]
}

const modules: readonly Module[] = globSync('src/**/*.ts', { cwd: ROOT })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8')
    const imports = Array.from(
      text.matchAll(IMPORT),
      ([, from, dynamic, bare]) => from ?? dynamic ?? bare,
    ).map((specifier) => (specifier.startsWith('.') ? normalize(join(dirname(path), specifier)) : specifier))
    return { path, text, imports }
  })

/** The one module that speaks to Redis; it lies in the room of its port. */
const REDIS = 'src/platform/rate-limit/redis-store.ts'
const RATE_LIMIT_COMPOSITION = 'src/platform/rate-limit/open-store.ts'
const ADAPTERS = [
  'src/sources/',
  'src/storage/',
  REDIS,
  RATE_LIMIT_COMPOSITION,
  'src/mail/',
  'src/metrics/',
  'src/compute/pool/',
  'src/processes/',
  'src/transports/',
]
/** What is known of the threads for heavy work. */
const COMPUTE_PORT = ['port', 'work', 'compute-busy'].map((name) => `src/compute/${name}.ts`)
/** Where adapters are put behind ports. */
const COMPOSITION_IN_APP = [
  'main',
  'compose',
  'compose-app',
  'serve',
  'serve-processes',
  'start-service',
  'cli-host',
  'doctor',
  'doctor-database',
  'doctor-live',
  'bin',
].map((name) => `src/app/${name}.ts`)
const COMPOSITION = ['src/app/open/', ...COMPOSITION_IN_APP, RATE_LIMIT_COMPOSITION]
const REGISTRY = 'src/ops/index.ts'
/** The files that the registry lists; the others in their folders help them. */
const operations = new Set(modules.find(({ path }) => path === REGISTRY)?.imports)
/** Packages for mathematics, that geometry may use. */
const MATHEMATICS = ['robust-predicates', 'flatbush']

interface Rule {
  readonly says: string
  readonly of: (path: string) => boolean
  readonly allows: (imported: string, path: string) => boolean
}

const isOurs = (imported: string): boolean => imported.startsWith('src/')
const within =
  (...rooms: readonly string[]) =>
  (path: string): boolean =>
    rooms.some((room) => path.startsWith(room))
/** The room of adapters that a module lies in: `src/sources/` and the like, or one module alone. */
const adapterRoomOf = (path: string): string | undefined => ADAPTERS.find((room) => path.startsWith(room))

const RULES: readonly Rule[] = [
  {
    says: 'util imports nothing of ours',
    of: within('src/util/'),
    allows: (imported) => !isOurs(imported) || imported.startsWith('src/util/'),
  },
  {
    says: 'geometry imports itself and packages for mathematics',
    of: within('src/domain/geometry/'),
    allows: (imported) => imported.startsWith('src/domain/geometry/') || MATHEMATICS.includes(imported),
  },
  {
    says: 'compute knows no work: it imports itself and util',
    of: within('src/compute/'),
    allows: (imported) => !isOurs(imported) || within('src/compute/', 'src/util/')(imported),
  },
  {
    says: 'domain imports domain, the port for heavy work and util, neither zod nor SQL',
    of: within('src/domain/'),
    allows: (imported) =>
      isOurs(imported)
        ? within('src/domain/', ...COMPUTE_PORT, 'src/util/')(imported)
        : !['zod', 'kysely', 'hono', 'commander', 'pg'].includes(imported),
  },
  {
    says: 'platform imports platform and util',
    of: within('src/platform/'),
    allows: (imported) => !isOurs(imported) || within('src/platform/', 'src/util/')(imported),
  },
  {
    says: 'op knows domain, the port for heavy work, platform and util',
    of: within('src/op/'),
    allows: (imported) =>
      !isOurs(imported) ||
      within('src/op/', 'src/domain/', ...COMPUTE_PORT, 'src/platform/', 'src/util/')(imported),
  },
  {
    says: 'operations never import each other, and helpers are those of their group',
    of: (path) => path.startsWith('src/ops/') && path !== REGISTRY,
    allows: (imported, path) =>
      !isOurs(imported) ||
      within('src/op/', 'src/domain/', ...COMPUTE_PORT, 'src/platform/', 'src/util/')(imported) ||
      (dirname(imported) === dirname(path) && !operations.has(imported)),
  },
  {
    says: 'adapters are put in place by the composition root only',
    of: (path) => !within(...COMPOSITION)(path),
    allows: (imported, path) =>
      adapterRoomOf(imported) === undefined ||
      adapterRoomOf(imported) === adapterRoomOf(path) ||
      // The atlas is a finished catalog file, opened by the storage that writes such files.
      (path.startsWith('src/sources/atlas/') && imported === 'src/storage/sql/open-storage.ts') ||
      // SQLite provides the lock that processes share.
      (path === 'src/sources/land/redrawn-tiles.ts' && imported === 'src/storage/sql/file-lock.ts'),
  },
  {
    says: 'adapters implement ports of the domain and the platform',
    of: within(
      'src/sources/',
      'src/storage/',
      REDIS,
      'src/mail/',
      'src/metrics/',
      'src/compute/',
      'src/processes/',
    ),
    allows: (imported) => !within('src/op/', 'src/ops/', 'src/transports/')(imported),
  },
  {
    says: 'what commands and agents share knows no command, nor do agents',
    of: within('src/transports/client/', 'src/transports/mcp/'),
    allows: (imported) => !within('src/transports/cli/')(imported),
  },
  {
    says: 'what commands share knows no command',
    of: within(...['input', 'output', 'terminal'].map((room) => `src/transports/cli/${room}/`)),
    allows: (imported) => !within('src/transports/cli/commands/')(imported),
  },
  {
    says: 'the map page imports itself, the client of callers, the style of maps and the map library',
    of: within('src/explorer/'),
    allows: within('src/explorer/', 'src/client/', 'src/map-style/', 'maplibre-gl'),
  },
  {
    says: 'the embedded map imports itself, parts of the map page, the client of callers and the style of maps',
    of: within('src/embed/'),
    allows: within('src/embed/', 'src/explorer/', 'src/client/', 'src/map-style/'),
  },
  {
    says: 'the style of maps is data: it knows only the types of the map library',
    of: within('src/map-style/'),
    allows: within('src/map-style/', 'maplibre-gl'),
  },
  {
    says: 'nothing imports what runs in the browser',
    of: (path) => !within('src/explorer/', 'src/embed/')(path),
    allows: (imported) => !within('src/explorer/', 'src/embed/')(imported),
  },
  {
    says: 'the element of other pages imports nothing but itself, and nothing imports it',
    of: () => true,
    allows: (imported, path) =>
      path.startsWith('src/map-element/')
        ? imported.startsWith('src/map-element/')
        : !imported.startsWith('src/map-element/'),
  },
  {
    says: 'the client of callers imports nothing but itself: it also runs in browsers',
    of: within('src/client/'),
    allows: within('src/client/'),
  },
  {
    says: 'the composition root is imported by itself only',
    of: (path) => !path.startsWith('src/app/'),
    allows: (imported) => !imported.startsWith('src/app/'),
  },
  {
    says: 'transports are given the registry',
    of: within('src/transports/'),
    allows: (imported) => !within('src/ops/')(imported),
  },
]

test('there are modules to look at', () => assert.ok(modules.length > 100 && operations.size > 20))

for (const { says, of, allows } of RULES) {
  test(says, () => {
    const faults = modules
      .filter(({ path }) => of(path))
      .flatMap(({ path, imports }) =>
        imports
          .filter((imported) => !allows(imported, path))
          .map((imported) => `${path} imports ${imported}`),
      )
    assert.deepEqual(faults, [])
  })
}

/** The folder below `src/platform/` and the like that a module lies in. */
const roomOf = (path: string): string | undefined => /^src\/[^/]+\/[^/]+(?=\/)/.exec(path)?.[0]

test('rooms import each other in one direction', () => {
  const importsOf = new Map<string, Set<string>>()
  for (const { path, imports } of modules) {
    const room = roomOf(path)
    if (room === undefined) continue
    const others = imports.map(roomOf).filter((other) => other !== undefined && other !== room)
    importsOf.set(room, (importsOf.get(room) ?? new Set()).union(new Set(others as string[])))
  }
  assert.deepEqual(circlesIn(importsOf), [])
})

const found = (pattern: RegExp, allowed: (path: string) => boolean): readonly string[] =>
  modules.filter(({ path, text }) => !allowed(path) && pattern.test(text)).map(({ path }) => path)

test('there are no import cycles, not even of types', () => {
  assert.deepEqual(circlesIn(new Map(modules.map(({ path, imports }) => [path, imports]))), [])
})

/** It writes programs of others, which read theirs. */
const COPIED_CALLS = 'src/explorer/call-texts.ts'

test('the environment is read in one place', () => {
  assert.deepEqual(
    found(/process\.env\b/, (path) => path === 'src/config/environment.ts' || path === COPIED_CALLS),
    [],
  )
})

test('the clock and randomness are used in util only', () => {
  const pattern =
    /\bDate\.now\(|new Date\(\)|\bMath\.random\(|\brandomBytes\(|\brandomUUID\(|\bperformance\.now\(/
  assert.deepEqual(found(pattern, within('src/util/')), [])
})

/** A GeoPackage is an SQLite file: SQL is the format. */
const GEOPACKAGES = ['src/domain/formats/geopackage.ts', 'src/domain/enrich/tables/geopackage-reader.ts']

test('threads start with modules that the package has: its files end in .js', () => {
  const named = modules.filter(({ text }) => /new URL\(\s*'\.[^']*\.ts'/.test(text)).map(({ path }) => path)
  assert.deepEqual(named, [])
})

test('threads are started in one place', () => {
  assert.deepEqual(found(/new Worker\(|\bparentPort\b/, within('src/compute/pool/')), [])
})

test('OpenTelemetry is used in one place, and prom-client in the metrics', () => {
  assert.deepEqual(
    found(/['"]@opentelemetry\//, (path) => path === 'src/util/tracing.ts'),
    [],
  )
  assert.deepEqual(found(/['"]prom-client['"]/, within('src/metrics/')), [])
})

test('databases are used in storage only', () => {
  assert.deepEqual(found(/from '(?:kysely|pg|node:sqlite)'/, within('src/storage/', ...GEOPACKAGES)), [])
  assert.deepEqual(
    found(/from 'ioredis'/, (path) => path === REDIS),
    [],
  )
})

/** Internals may change in any version, and a test beside this module fails when they do. */
const PARQUET_INTERNALS = 'src/domain/enrich/parquet/hyparquet-internals.ts'

test('only public modules of hyparquet are imported, except in one place', () => {
  assert.deepEqual(
    found(/from 'hyparquet(?:-writer)?\/src\//, (path) => path === PARQUET_INTERNALS),
    [],
  )
})

test('imports have no cycles', () => {
  const importsOf = new Map(modules.map(({ path, text }) => [path, runtimeImports(path, text)]))
  assert.deepEqual(circlesIn(importsOf), [])
})

function circlesIn(importsOf: ReadonlyMap<string, Iterable<string>>): readonly string[] {
  const state = new Map<string, 'open' | 'done'>()
  const circles: string[] = []
  const visit = (name: string, trail: readonly string[]): void => {
    if (state.get(name) === 'done') return
    if (state.get(name) === 'open') {
      circles.push([...trail.slice(trail.indexOf(name)), name].join(' → '))
      return
    }
    state.set(name, 'open')
    for (const imported of importsOf.get(name) ?? []) visit(imported, [...trail, name])
    state.set(name, 'done')
  }
  for (const name of importsOf.keys()) visit(name, [])
  return circles
}

/** Type imports make no cycle: they do not exist at run time. */
function runtimeImports(path: string, text: string): readonly string[] {
  const statements = text.matchAll(/^(?:import|export)\s+(?!type\b)[^'"]*?from\s*['"](\.[^'"]+)['"]/gm)
  return Array.from(statements, ([, specifier]) => normalize(join(dirname(path), specifier)))
}

test('every part is opened', () => {
  const parts = modules.filter(({ path }) => path.startsWith('src/app/open/'))
  const imported = new Set(modules.flatMap(({ imports }) => imports))
  assert.ok(parts.length > 20)
  assert.deepEqual(
    parts.map(({ path }) => path).filter((path) => !imported.has(path)),
    [],
  )
})
