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

const OPERATIONS = GROUPS.flatMap(([, names]) => names)

export const namesIn = (room: string): readonly string[] =>
  NAMES.filter((name) => name.startsWith(`${room}/`))

const FIRST_GUIDES = ['guide/caller', 'guide/clients', 'guide/areas']
export const GUIDES = [...FIRST_GUIDES, ...namesIn('guide').filter((name) => !FIRST_GUIDES.includes(name))]

export const TABLES = namesIn('reference').filter((name) => !OPERATIONS.includes(name))
