/** The layers of ARCHITECTURE.md, read from the imports of the sources. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

interface Import {
  readonly from: string
  /** A path below the root, or the name of a package. */
  readonly to: string
  readonly typeOnly: boolean
}

const sources = globSync('src/**/*.ts', { cwd: ROOT })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

/** `import … from`, `export … from`, `import '…'` and `import('…')`. */
const IMPORTS =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^'"`;]*?from\s*'([^']+)'|\bimport\(\s*'([^']+)'\s*\)|(?:^|\n)import\s+'([^']+)'/g

const imports: readonly Import[] = sources.flatMap(({ path, text }) =>
  [...text.matchAll(IMPORTS)].map(([, type, from, dynamic, bare]) => {
    const target = from ?? dynamic ?? bare
    return {
      from: path,
      to: target.startsWith('.') ? normalize(join(dirname(path), target)) : target,
      typeOnly: type !== undefined,
    }
  }),
)

const isOurs = (to: string): boolean =>
  to.startsWith('src/') || to.startsWith('data/') || to.startsWith('spec/')
const below =
  (...folders: readonly string[]) =>
  (path: string): boolean =>
    folders.some((folder) => path === folder || path.startsWith(`${folder}/`))

/** Packages that do sums on coordinates and nothing else. */
const MATHS = ['flatbush', 'robust-predicates', 'clipper2-wasm', 'geos-wasm']
const packageOf = (to: string): string =>
  to
    .split('/')
    .slice(0, to.startsWith('@') ? 2 : 1)
    .join('/')

/** What each room may not import. Files not named by any row are the composition: they may import everything. */
const RULES: readonly {
  readonly rule: string
  readonly from: (path: string) => boolean
  readonly forbidden: (to: string, from: string) => boolean
}[] = [
  {
    rule: 'util imports nothing of ours',
    from: below('src/util'),
    forbidden: (to) => isOurs(to) && !below('src/util')(to),
  },
  {
    rule: 'geometry imports only itself and packages that do sums',
    from: below('src/domain/geometry'),
    forbidden: (to) =>
      isOurs(to)
        ? !below('src/domain/geometry')(to)
        : !to.startsWith('node:') && !MATHS.includes(packageOf(to)),
  },
  {
    rule: 'the domain imports neither platform, op, zod nor adapters',
    from: below('src/domain'),
    forbidden: (to) => to === 'zod' || (isOurs(to) && !below('src/domain', 'src/util')(to)),
  },
  {
    rule: 'the platform imports util alone: it knows units, not polygons',
    from: below('src/platform'),
    forbidden: (to) => to === 'zod' || (isOurs(to) && !below('src/platform', 'src/util')(to)),
  },
  {
    rule: 'the kit imports domain, platform and util, and no operation',
    from: below('src/op'),
    forbidden: (to) => isOurs(to) && !below('src/op', 'src/domain', 'src/platform', 'src/util')(to),
  },
  {
    rule: 'operations import the kit and the domain, never each other or an adapter',
    from: below('src/ops'),
    forbidden: (to, from) =>
      isOurs(to) &&
      !below('src/op', 'src/domain', 'src/platform', 'src/util')(to) &&
      from !== 'src/ops/index.ts',
  },
  {
    rule: 'transports are given the registry and the sources: they import neither operations nor adapters',
    from: below('src/transports'),
    forbidden: (to) =>
      isOurs(to) && !below('src/transports', 'src/op', 'src/domain', 'src/platform', 'src/util')(to),
  },
  {
    rule: 'adapters implement ports: they import domain, platform and util, and no operation or transport',
    from: below('src/sources', 'src/storage', 'src/pool'),
    forbidden: (to) =>
      isOurs(to) &&
      !below('src/sources', 'src/storage', 'src/pool', 'src/domain', 'src/platform', 'src/util')(to),
  },
]

for (const { rule, from, forbidden } of RULES) {
  test(rule, () => {
    const seen = imports.filter((each) => from(each.from))
    assert.ok(seen.length > 0, 'the rule looks at nothing')
    assert.deepEqual(
      seen.filter((each) => forbidden(each.to, each.from)).map((each) => `${each.from} imports ${each.to}`),
      [],
    )
  })
}

test('an operation imports no other operation', () => {
  const ops = imports.filter(({ from }) => from.startsWith('src/ops/') && from !== 'src/ops/index.ts')
  assert.deepEqual(
    ops.filter(({ to }) => to.startsWith('src/ops/')).map(({ from, to }) => `${from} imports ${to}`),
    [],
  )
})

/** Texts that only the named files may hold. */
const ONLY_IN: readonly {
  readonly what: string
  readonly text: RegExp
  readonly files: (path: string) => boolean
}[] = [
  { what: 'the environment', text: /\bprocess\.env\b/, files: (path) => path === 'src/environment.ts' },
  {
    what: 'the clock',
    text: /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(|\bprocess\.hrtime\b/,
    files: (path) => path === 'src/util/clock.ts',
  },
  {
    what: 'randomness',
    text: /\bMath\.random\(|\brandomBytes\(|\brandomUUID\(|\brandomFillSync\(|\bgetRandomValues\(/,
    files: (path) => path === 'src/util/random.ts',
  },
  {
    what: 'SQL',
    text: /from 'kysely'|from 'node:sqlite'|from 'pg'/,
    files: below('src/storage', 'src/sources'),
  },
]

for (const { what, text, files } of ONLY_IN) {
  test(`${what} is read in one place and handed to everybody else`, () => {
    const holders = sources.filter((source) => text.test(source.text)).map(({ path }) => path)
    assert.ok(holders.some(files), 'the rule looks for what is nowhere')
    assert.deepEqual(
      holders.filter((path) => !files(path)),
      [],
    )
  })
}

test('no file imports itself by way of others', () => {
  const edges = Map.groupBy(
    imports.filter(({ to, typeOnly }) => isOurs(to) && !typeOnly),
    ({ from }) => from,
  )
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) cycles.push([...way.slice(way.indexOf(path)), path].join(' → '))
    if (way.includes(path) || done.has(path)) return
    for (const { to } of edges.get(path) ?? []) visit(to, [...way, path])
    done.add(path)
  }
  for (const path of edges.keys()) visit(path, [])
  assert.deepEqual(cycles, [])
})
