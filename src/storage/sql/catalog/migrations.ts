/** Versions of the catalog's schema, oldest first. A published version never changes: append a new one. */
import type { Component } from '../migrate.ts'

/** What the two databases write differently in the definition of a table. */
interface Types {
  /** For ids and codes, which are compared by their bytes. */
  readonly id: string
  /** For integers of 64 bits. */
  readonly big: string
  readonly real: string
  readonly bytes: string
  /** The end of a table whose rows have a number, and of one whose rows are their key. */
  readonly strict: string
  readonly keyed: string
}

const SQLITE: Types = {
  id: 'text',
  big: 'integer',
  real: 'real',
  bytes: 'blob',
  strict: ' strict',
  keyed: ' strict, without rowid',
}
const POSTGRES: Types = {
  id: 'text collate "C"',
  big: 'bigint',
  real: 'double precision',
  bytes: 'bytea',
  strict: '',
  keyed: '',
}

const boundaries = ({ big, bytes, id, keyed, real, strict }: Types): string => `
      create table boundary (
        key ${big} primary key,
        id ${id} not null unique,
        origin text not null,
        name text not null,
        names text not null,
        other_names text not null,
        iso_aliases text not null,
        kind text not null,
        also_kinds text not null,
        admin_level integer,
        country text,
        iso text,
        wikidata text,
        fips text,
        population ${big},
        parents text not null,
        west ${real} not null,
        south ${real} not null,
        east ${real} not null,
        north ${real} not null,
        centroid_lon ${real} not null,
        centroid_lat ${real} not null,
        area_km2 ${real} not null,
        vertices integer not null,
        source_url text,
        source_version ${big},
        source_timestamp text,
        fetched_at text not null,
        stale integer not null
      )${strict};
      create table boundary_geometry (key ${big} primary key, rings ${bytes} not null, weights ${bytes})${strict};
      create table boundary_name (hash ${big} not null, key ${big} not null, primary key (hash, key))${keyed};
      create table boundary_code (code ${id} not null, key ${big} not null, primary key (code, key))${keyed};
      create table ancestor (
        ancestor_id ${id} not null, level integer not null, key ${big} not null,
        primary key (ancestor_id, level, key)
      )${keyed};
      create table word (
        reversed integer not null, length integer not null, letters ${id} not null,
        primary key (reversed, length, letters)
      )${keyed};
      create table superseded (lower_id ${id} primary key, key ${big} not null)${keyed};
      create index superseded_key on superseded (key);
      create table covered_country (country text primary key)${keyed};
      create table removed_boundary (id ${id} primary key)${keyed};
      create table meta (name text primary key, value text not null)${keyed};
`

const populations = ({ big }: Types): string => `
      alter table boundary add column datasets text not null default '';
      alter table boundary add column population_source text;
      alter table boundary add column probable_population ${big};
`

const imports = ({ big, id, keyed, strict }: Types): string => `
      create table imported_file (
        id ${big} primary key, file text not null, imported_at text not null, data_timestamp text
      )${strict};
      create table import_country (
        country text not null, import_id ${big} not null, primary key (country, import_id)
      )${keyed};
      create table boundary_import (key ${big} primary key, import_id ${big} not null)${strict};
      create index boundary_import_import on boundary_import (import_id);
      create table stand_in (id ${id} primary key, lower_id ${id} not null)${keyed};
      alter table removed_boundary add column import_id ${big};
      ${ADOPT_EARLIER_IMPORTS}
`

/** Indexes by kind, with the columns by which lists are filtered. */
export const LIST_INDEXES = ['boundary_kind', 'boundary_also_kinds'] as const
const LISTS_BY_KIND = `
  create index boundary_kind on boundary (kind, id, country, west, south, east, north);
  create index boundary_also_kinds on boundary (id) where also_kinds <> '';
`

const conflicts = ({ big, bytes, id, keyed, strict }: Types): string => `
      create table unlisted_boundary (
        id ${id} primary key, country text, import_id ${big}, has_id integer not null, entry text not null,
        rings ${bytes} not null, weights ${bytes}
      )${strict};
      create table identity_conflict (
        id ${id} not null, name text not null, claim ${id} not null, holder_id ${id} not null, holder_name text not null,
        holder_is_in text not null, replaces_if_kept integer not null, reason text not null, noted_at text not null,
        primary key (id, claim, holder_id)
      )${keyed};
      create table identity_decision (
        id ${id} primary key, decision text not null, claims text not null, decided_at text not null
      )${keyed};
`

/** What stores of imports and fetched boundaries note of conflicts; a finished file has none. */
export const CONFLICT_TABLES = ['unlisted_boundary', 'identity_conflict', 'identity_decision'] as const

/** All imports from before import records existed become one import, so that it can be listed and removed. */
const ADOPT_EARLIER_IMPORTS = `
  insert into imported_file (id, file, imported_at, data_timestamp)
    select 1, 'earlier imports', max(fetched_at), null from boundary having count(*) > 0;
  insert into boundary_import (key, import_id) select key, 1 from boundary;
  insert into import_country (country, import_id)
    select country, 1 from covered_country where exists (select 1 from imported_file);
  insert into meta (name, value)
    select 'imports', case when exists (select 1 from imported_file) then '1' else '0' end;
`

/** Boundaries were fetched without a check of what they claim: they are fetched again, and a new identity forgets the answers. */
const FORGET_FETCHED = `
  create temporary table fetched as
    select value as store from meta where name = 'store' and exists (select 1 from boundary where origin = 'live');
  delete from boundary_geometry where key in (select key from boundary where origin = 'live');
  delete from boundary_name where key in (select key from boundary where origin = 'live');
  delete from boundary_code where key in (select key from boundary where origin = 'live');
  delete from ancestor where key in (select key from boundary where origin = 'live');
  delete from superseded where key in (select key from boundary where origin = 'live');
  delete from boundary where origin = 'live';
`

export const CATALOG: Component = {
  name: 'catalog',
  oneWriter: true,
  durability: 'normal',
  // Later versions concern imports, of which a finished file has none, and indexes of long lists.
  readableSince: 2,
  migrations: [
    {
      sqlite: `
      ${boundaries(SQLITE)}
      create virtual table boundary_text using fts5 (
        words, content = '', contentless_delete = 1, detail = none, prefix = '1 2 3',
        tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'"
      );
      create virtual table boundary_box using rtree (id, min_lon, max_lon, min_lat, max_lat);
      insert into meta (name, value) values ('store', lower(hex(randomblob(8)))), ('version', '0'), ('sequence', '0');
    `,
      postgres: `
      ${boundaries(POSTGRES)}
      alter table boundary_geometry alter column rings set storage external;
      create table boundary_text (key bigint primary key, words tsvector not null);
      -- Every search reads the whole list of pending entries, so it is kept short; with none at all an import takes much longer.
      create index boundary_text_words on boundary_text using gin (words) with (gin_pending_list_limit = 256);
      create table boundary_box (key bigint not null, box box not null);
      create index boundary_box_key on boundary_box (key);
      create index boundary_box_box on boundary_box using gist (box);
      insert into meta (name, value) values ('store', md5(random()::text || clock_timestamp()::text)), ('version', '0'), ('sequence', '0');
    `,
    },
    { sqlite: populations(SQLITE), postgres: populations(POSTGRES) },
    { sqlite: imports(SQLITE), postgres: imports(POSTGRES) },
    { sqlite: LISTS_BY_KIND, postgres: LISTS_BY_KIND },
    {
      sqlite: `
      ${conflicts(SQLITE)}
      delete from boundary_text where rowid in (select key from boundary where origin = 'live');
      delete from boundary_box where id in (select key from boundary where origin = 'live');
      ${FORGET_FETCHED}
      update meta set value = lower(hex(randomblob(8))) where name = 'store' and value in (select store from fetched);
      drop table fetched;
    `,
      postgres: `
      ${conflicts(POSTGRES)}
      alter table unlisted_boundary alter column rings set storage external;
      delete from boundary_text where key in (select key from boundary where origin = 'live');
      delete from boundary_box where key in (select key from boundary where origin = 'live');
      ${FORGET_FETCHED}
      update meta set value = md5(random()::text || clock_timestamp()::text) where name = 'store' and value in (select store from fetched);
      drop table fetched;
    `,
    },
  ],
}
