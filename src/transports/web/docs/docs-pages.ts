/** Pages of the documentation: their names in order, and their texts with the address of this service. */
import { readdirSync, readFileSync } from 'node:fs'

const DOCS = new URL('../../../../docs/', import.meta.url)

export const ROOMS = { guide: 'Guides', reference: 'Reference', errors: 'Errors' } as const

/** The existing pages, such as `guide/caller`. Only these are served, so that no address can reach other files. */
export const NAMES: readonly string[] = Object.keys(ROOMS).flatMap((room) =>
  readdirSync(new URL(`${room}/`, DOCS))
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => `${room}/${file.slice(0, -'.md'.length)}`)
    .sort(),
)

export const docsText = (name: string): string => readFileSync(new URL(`${name}.md`, DOCS), 'utf8')

/** Address in the files: that of a service started without any setting. */
const DOCUMENTED_URL = /http:\/\/localhost:8080(?!\d)/g

export const servedText = (name: string, baseUrl: string): string =>
  docsText(name).replaceAll(DOCUMENTED_URL, () => baseUrl)

const TABLE_OF_REFERENCE = docsText('reference/README')

/** Groups of operations in the table of the reference: title and names of pages. */
export const GROUPS: readonly (readonly [string, readonly string[]])[] = TABLE_OF_REFERENCE.split(/^## /m)
  .slice(1)
  .map((part) => [
    part.slice(0, part.indexOf('\n')),
    Array.from(part.matchAll(/^\| \[\w+\]\((\w+)\.md\)/gm), ([, name]) => `reference/${name}`),
  ])

/** Pages of operations. */
export const OPERATIONS = GROUPS.flatMap(([, names]) => names)

export const namesIn = (room: string): readonly string[] =>
  NAMES.filter((name) => name.startsWith(`${room}/`))

/** The guides in the order in which people learn: the first steps, the answers, programs, data, and a server of one's own. */
const LEARNING: Readonly<Record<string, readonly string[]>> = {
  'First steps': ['start', 'which-operation', 'map', 'caller'],
  'Boundaries and areas': ['areas', 'files', 'gis', 'enrich', 'match', 'warehouses', 'recipes', 'tiles'],
  'Programs and agents': ['clients', 'embed', 'agents', 'sign-in'],
  Data: ['atlas', 'live', 'kinds', 'land'],
  Server: ['operator', 'one-machine', 'observe', 'containers', 'backup'],
}

const ordered = Object.values(LEARNING)
  .flat()
  .map((name) => `guide/${name}`)
const others = namesIn('guide').filter((name) => !ordered.includes(name))

/** Groups of guides: title and names of pages. */
export const GUIDE_GROUPS: readonly (readonly [string, readonly string[]])[] = [
  ...Object.entries(LEARNING).map(([title, names]) => [title, names.map((name) => `guide/${name}`)] as const),
  ...(others.length === 0 ? [] : [['More', others] as const]),
]

export const GUIDES = GUIDE_GROUPS.flatMap(([, names]) => names)

export const TABLES = namesIn('reference').filter((name) => !OPERATIONS.includes(name))
