/** Attributes of a feature as flat columns, for formats without nested properties; one table for all of them. */
import type { FeatureHead } from './feature-head.ts'

export type CellValue = string | number | null

export interface Column {
  readonly name: string
  readonly type: 'text' | 'integer' | 'real'
  /** The text is a time (RFC 3339, UTC), which formats with a type for times write as one. */
  readonly isTime?: true
  readonly of: (head: FeatureHead) => CellValue
}

type PropertyReader = (properties: Readonly<Record<string, unknown>>) => unknown

const column = (
  name: string,
  type: Column['type'],
  read: PropertyReader = (properties) => properties[name],
): Column => ({ name, type, of: ({ properties }) => cellValue(read(properties), type) })

const timeColumn = (name: string, read: PropertyReader): Column => ({
  ...column(name, 'text', read),
  isTime: true,
})

const cellValue = (value: unknown, type: Column['type']): CellValue => {
  if (value === null || value === undefined) return null
  return type === 'text' ? String(value) : Number(value)
}

const memberOf =
  (group: string, member: string): PropertyReader =>
  (properties) =>
    (properties[group] as Readonly<Record<string, unknown>> | null | undefined)?.[member]

interface Listed {
  readonly id: string
  readonly role?: unknown
}

/** Reads the ids of a union's boundaries, or of an area's parts with the role. */
const idsOf =
  (role: 'include' | 'exclude'): PropertyReader =>
  (properties) => {
    const listed = properties[role] as readonly Listed[] | undefined
    const parts = Array.isArray(properties.parts) ? (properties.parts as readonly Listed[]) : []
    const ids = (listed ?? parts.filter((part) => part.role === role)).map(({ id }) => id)
    return ids.length === 0 ? null : ids.join(' ')
  }

const parentOf: PropertyReader = ({ parents }) =>
  (parents as readonly { readonly id: string }[] | undefined)?.at(-1)?.id

const ID: Column = { name: 'id', type: 'text', of: ({ id }) => id ?? null }

const DRAWN: readonly Column[] = [
  column('area_km2', 'real'),
  column('detail', 'text'),
  column('precision', 'integer'),
  column('vertices', 'integer'),
  column('attribution', 'text'),
]

const BOUNDARY_COLUMNS: readonly Column[] = [
  ID,
  column('name', 'text'),
  column('name_en', 'text', memberOf('names', 'en')),
  column('kind', 'text'),
  column('admin_level', 'integer'),
  column('country', 'text'),
  column('iso', 'text'),
  column('wikidata', 'text'),
  column('parent', 'text', parentOf),
  column('population', 'integer'),
  column('population_source', 'text'),
  ...DRAWN,
  column('source_url', 'text', memberOf('source', 'url')),
  column('source_version', 'integer', memberOf('source', 'version')),
  timeColumn('source_timestamp', memberOf('source', 'timestamp')),
  timeColumn('source_fetched_at', memberOf('source', 'fetched_at')),
]

const AREA_COLUMNS: readonly Column[] = [
  column('include', 'text', idsOf('include')),
  column('exclude', 'text', idsOf('exclude')),
  ...DRAWN,
]

/** Returns the columns for a boundary, or for an area or union, which has no id. */
export const columnsOf = ({ id }: Pick<FeatureHead, 'id'>): readonly Column[] =>
  id === undefined ? AREA_COLUMNS : BOUNDARY_COLUMNS

/** Reduces the head to the quarter of it that columns read: without names in all languages. */
export const headForColumns = ({ id, bbox, properties }: FeatureHead): FeatureHead => {
  const { names, parents, alternatives, bbox: _, centroid, ...others } = properties
  const { en } = (names ?? {}) as Readonly<Record<string, unknown>>
  return {
    id,
    bbox,
    properties: { ...others, names: { en }, parents: (parents as readonly unknown[] | undefined)?.slice(-1) },
  }
}

/** Returns the known values of the feature as text. */
export const knownFields = (
  columns: readonly Column[],
  head: FeatureHead,
): readonly (readonly [name: string, value: string])[] =>
  columns.flatMap(({ name, of }) => {
    const value = of(head)
    return value === null ? [] : [[name, String(value)] as const]
  })
