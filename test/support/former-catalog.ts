/** A catalog in PostgreSQL, as versions before the catalog was a file kept it, filled from an SQLite file of the same version of the schema. */
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { splitBBox } from '../../src/domain/geometry/bbox.ts'

const ID = 'text collate "C"'

/** The tables that each version of the schema added. */
const VERSIONS = [
  `create table boundary (
     key bigint primary key, id ${ID} not null unique, origin text not null, name text not null, names text not null,
     other_names text not null, iso_aliases text not null, kind text not null, also_kinds text not null, admin_level integer,
     country text, iso text, wikidata text, fips text, population bigint, parents text not null,
     west double precision not null, south double precision not null, east double precision not null,
     north double precision not null, centroid_lon double precision not null, centroid_lat double precision not null,
     area_km2 double precision not null, vertices integer not null, source_url text, source_version bigint,
     source_timestamp text, fetched_at text not null, stale integer not null
   );
   create table boundary_geometry (key bigint primary key, rings bytea not null, weights bytea);
   create table boundary_name (hash bigint not null, key bigint not null, primary key (hash, key));
   create table boundary_code (code ${ID} not null, key bigint not null, primary key (code, key));
   create table ancestor (
     ancestor_id ${ID} not null, level integer not null, key bigint not null, primary key (ancestor_id, level, key)
   );
   create table word (
     reversed integer not null, length integer not null, letters ${ID} not null, primary key (reversed, length, letters)
   );
   create table superseded (lower_id ${ID} primary key, key bigint not null);
   create table covered_country (country text primary key);
   create table removed_boundary (id ${ID} primary key);
   create table meta (name text primary key, value text not null);
   create table boundary_text (key bigint primary key, words tsvector not null);
   create table boundary_box (key bigint not null, box box not null);`,
  `alter table boundary add column datasets text not null default '';
   alter table boundary add column population_source text;
   alter table boundary add column probable_population bigint;`,
  `create table imported_file (id bigint primary key, file text not null, imported_at text not null, data_timestamp text);
   create table import_country (country text not null, import_id bigint not null, primary key (country, import_id));
   create table boundary_import (key bigint primary key, import_id bigint not null);
   create table stand_in (id ${ID} primary key, lower_id ${ID} not null);
   alter table removed_boundary add column import_id bigint;`,
  `create index boundary_kind on boundary (kind, id, country, west, south, east, north);`,
  `create table unlisted_boundary (
     id ${ID} primary key, country text, import_id bigint, has_id integer not null, entry text not null,
     rings bytea not null, weights bytea
   );
   create table identity_conflict (
     id ${ID} not null, name text not null, claim ${ID} not null, holder_id ${ID} not null, holder_name text not null,
     holder_is_in text not null, replaces_if_kept integer not null, reason text not null, noted_at text not null,
     primary key (id, claim, holder_id)
   );
   create table identity_decision (
     id ${ID} primary key, decision text not null, claims text not null, decided_at text not null
   );`,
]

/** @param path of a file with the first `version` versions of the schema */
export const makeFormerCatalog = async (
  url: string,
  schema: string,
  path: string,
  version = VERSIONS.length,
): Promise<void> => {
  const client = new pg.Client({ connectionString: url, options: `-c search_path="${schema}"` })
  await client.connect()
  const file = new DatabaseSync(path)
  try {
    await client.query('begin')
    await client.query(`create schema if not exists "${schema}"`)
    await client.query(VERSIONS.slice(0, version).join('\n'))
    await client.query(
      'create table if not exists schema_version (component text primary key, version integer not null)',
    )
    await client.query(`insert into schema_version values ('catalog', $1)`, [version])
    const { rows: tables } = await client.query(
      `select tablename as name from pg_tables where schemaname = $1 and tablename not in ('boundary_text', 'boundary_box', 'schema_version')`,
      [schema],
    )
    for (const { name } of tables)
      if (file.prepare('select 1 from sqlite_schema where name = ?').get(name) !== undefined)
        await copyRows(client, file, name)
    await fillIndexes(client, file)
    await client.query('commit')
  } finally {
    file.close()
    await client.end()
  }
}

/** Without the columns that later versions of the file have. */
const copyRows = async (client: pg.Client, file: DatabaseSync, table: string): Promise<void> => {
  const { fields } = await client.query(`select * from ${table} limit 0`)
  const columns = fields.map(({ name }) => name)
  for (const row of file.prepare(`select ${columns.join(', ')} from ${table}`).all())
    await client.query(
      `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(row),
    )
}

const fillIndexes = async (client: pg.Client, file: DatabaseSync): Promise<void> => {
  file.exec('create virtual table temp.words using fts5vocab(main, boundary_text, instance)')
  const words = Map.groupBy(file.prepare('select doc, term from temp.words').all(), ({ doc }) => Number(doc))
  for (const [key, rows] of words)
    await client.query('insert into boundary_text values ($1, array_to_tsvector($2::text[]))', [
      key,
      rows.map(({ term }) => term),
    ])
  for (const row of file.prepare('select key, west, south, east, north from boundary').all()) {
    const { key, west, south, east, north } = row as Record<string, number>
    for (const [left, lower, right, upper] of splitBBox([west, south, east, north]))
      await client.query('insert into boundary_box values ($1, box(point($2, $3), point($4, $5)))', [
        key,
        left,
        lower,
        right,
        upper,
      ])
  }
}
