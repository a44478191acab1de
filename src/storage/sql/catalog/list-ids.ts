/**
 * Lists boundaries of a kind by id. A page is read in the order of an index, so that a late page takes no longer than the
 * first one. Only a code, a name, or a box with few boundaries is looked up in its own index, and its boundaries are sorted.
 */
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { BoundaryId } from '../../../domain/boundary/id.ts'
import type { Kind } from '../../../domain/boundary/kind.ts'
import { foldName } from '../../../domain/catalog/fold.ts'
import type { BoundaryListQuery, PropertyFilter } from '../../../domain/catalog/ports.ts'
import { joinBBoxes, sameBoxes } from '../../../domain/geometry/bbox.ts'
import type { BBox } from '../../../domain/geometry/rings.ts'
import { keysByBoxes } from './box-index.ts'
import { nameHash } from './name-hash.ts'
import type { BoundaryKeys, BoundaryTable, CatalogTables } from './schema.ts'

type Condition = RawBuilder<SqlBool>

/** With more boundaries in a box, reading in the order of ids finds a page sooner. */
const MAX_SORTED = 20_000

export const listIds = async (
  db: Kysely<CatalogTables>,
  query: BoundaryListQuery,
): Promise<readonly BoundaryId[]> => {
  const boxes = query.box === null ? [] : sameBoxes(query.box)
  const keys = keysByCode(query) ?? (await keysByFewBoxes(db, boxes))
  const conditions = [...propertyConditions(query), ...(boxes.length === 0 ? [] : [meetsBoxes(boxes)])]
  // Each is in the order of an index; one query for both would have to sort.
  const lists = await Promise.all([
    idsWhere(db, keys, [sql`boundary.kind = ${query.kind}`, ...conditions], query.limit),
    idsWhere(db, keys, [hasAlso(query.kind), ...conditions], query.limit),
  ])
  return lists
    .flat()
    .sort((a, b) => (a < b ? -1 : 1))
    .slice(0, query.limit)
}

export const listExtents = async (db: Kysely<CatalogTables>): Promise<ReadonlyMap<Kind, BBox>> => {
  const west = sql<number>`min(case when west > east then -180 else west end)`
  const east = sql<number>`max(case when west > east then 180 else east end)`
  const [kinds, others] = await Promise.all([
    db
      .selectFrom('boundary')
      .select((row) => ['kind', west.as('west'), row.fn.min('south').as('south')])
      .select((row) => [east.as('east'), row.fn.max('north').as('north')])
      .groupBy('kind')
      .execute(),
    db
      .selectFrom('boundary')
      .select(['also_kinds', 'west', 'south', 'east', 'north'])
      .where('also_kinds', '<>', '')
      .execute(),
  ])
  const extents = new Map(kinds.map((row) => [row.kind as Kind, storedBox(row)]))
  for (const row of others) {
    for (const kind of row.also_kinds.slice(1, -1).split(',') as Kind[]) {
      const known = extents.get(kind)
      extents.set(kind, known === undefined ? storedBox(row) : joinBBoxes([known, storedBox(row)]))
    }
  }
  return extents
}

const storedBox = ({
  west,
  south,
  east,
  north,
}: Pick<BoundaryTable, 'west' | 'south' | 'east' | 'north'>): BBox => [west, south, east, north]

/** Returns the few boundaries with a code or a name; the conditions exclude others with the same hash. */
const keysByCode = ({ properties: { wikidata, iso, name } }: BoundaryListQuery): BoundaryKeys | null => {
  if (wikidata !== undefined) return keysWithCode(`wikidata:${wikidata}`)
  if (iso !== undefined) return keysWithCode(`iso:${iso}`)
  const folded = foldName(name ?? '')
  return folded === '' ? null : sql`(select key from boundary_name where hash = ${nameHash(folded)})`
}

const keysWithCode = (code: string): BoundaryKeys => sql`(select key from boundary_code where code = ${code})`

/** Returns null if the boxes have too many boundaries, and without any box. */
const keysByFewBoxes = async (
  db: Kysely<CatalogTables>,
  boxes: readonly BBox[],
): Promise<BoundaryKeys | null> => {
  if (boxes.length === 0) return null
  const keys = keysByBoxes(boxes)
  const some = db
    .selectFrom(keys.as<'hit'>('hit'))
    .select('hit.key')
    .limit(MAX_SORTED + 1)
  const { count } = await db
    .selectFrom(some.as('some'))
    .select((row) => row.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count) <= MAX_SORTED ? keys : null
}

const idsWhere = async (
  db: Kysely<CatalogTables>,
  keys: BoundaryKeys | null,
  conditions: readonly Condition[],
  limit: number,
): Promise<readonly BoundaryId[]> => {
  // A cross join keeps this order: first the index, then its rows.
  const from =
    keys === null
      ? sql`boundary`
      : sql`(select distinct key from ${keys} as found) as hit cross join boundary`
  const all = keys === null ? conditions : [sql<SqlBool>`boundary.key = hit.key`, ...conditions]
  const { rows } = await sql<{ id: BoundaryId }>`
    select boundary.id from ${from} where ${sql.join(all, sql` and `)} order by boundary.id limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** The first condition matches a partial index. */
const hasAlso = (kind: Kind): Condition =>
  sql`boundary.also_kinds <> '' and boundary.also_kinds like ${`%,${kind},%`}`

const COLUMNS: Readonly<Record<keyof PropertyFilter, keyof BoundaryTable>> = {
  id: 'id',
  name: 'name',
  kind: 'kind',
  adminLevel: 'admin_level',
  country: 'country',
  iso: 'iso',
  wikidata: 'wikidata',
}

const propertyConditions = ({ properties, after }: BoundaryListQuery): readonly Condition[] => {
  const conditions = (Object.keys(COLUMNS) as (keyof PropertyFilter)[]).flatMap(
    (name): readonly Condition[] => {
      const value = properties[name]
      return value === undefined ? [] : [sql`${sql.ref(`boundary.${COLUMNS[name]}`)} = ${value}`]
    },
  )
  return after === null ? conditions : [...conditions, sql`boundary.id > ${after}`]
}

/** True if the box of a row meets one of these, which have west ≤ east; the row's box may cross the antimeridian. */
const meetsBoxes = (boxes: readonly BBox[]): Condition => {
  const meeting = boxes.map(
    ([west, south, east, north]) => sql<SqlBool>`(
      boundary.south <= ${north} and boundary.north >= ${south} and case when boundary.west <= boundary.east
      then boundary.west <= ${east} and boundary.east >= ${west} else boundary.west <= ${east} or boundary.east >= ${west} end)`,
  )
  return sql`(${sql.join(meeting, sql` or `)})`
}
