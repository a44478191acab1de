/** Versions of the catalog's schema, oldest first. A published version never changes: append a new one. */
import type { Component } from '../migrate.ts'

const BOUNDARIES = `
      create table boundary (
        key integer primary key,
        id text not null unique,
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
        population integer,
        parents text not null,
        west real not null,
        south real not null,
        east real not null,
        north real not null,
        centroid_lon real not null,
        centroid_lat real not null,
        area_km2 real not null,
        vertices integer not null,
        source_url text,
        source_version integer,
        source_timestamp text,
        fetched_at text not null,
        stale integer not null
      ) strict;
      create table boundary_geometry (key integer primary key, rings blob not null, weights blob) strict;
      create table boundary_name (hash integer not null, key integer not null, primary key (hash, key)) strict, without rowid;
      create table boundary_code (code text not null, key integer not null, primary key (code, key)) strict, without rowid;
      create table ancestor (
        ancestor_id text not null, level integer not null, key integer not null,
        primary key (ancestor_id, level, key)
      ) strict, without rowid;
      create table word (
        reversed integer not null, length integer not null, letters text not null,
        primary key (reversed, length, letters)
      ) strict, without rowid;
      create table superseded (lower_id text primary key, key integer not null) strict, without rowid;
      create index superseded_key on superseded (key);
      create table covered_country (country text primary key) strict, without rowid;
      create table removed_boundary (id text primary key) strict, without rowid;
      create table meta (name text primary key, value text not null) strict, without rowid;
`

const POPULATIONS = `
      alter table boundary add column datasets text not null default '';
      alter table boundary add column population_source text;
      alter table boundary add column probable_population integer;
`

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

const IMPORTS = `
      create table imported_file (
        id integer primary key, file text not null, imported_at text not null, data_timestamp text
      ) strict;
      create table import_country (
        country text not null, import_id integer not null, primary key (country, import_id)
      ) strict, without rowid;
      create table boundary_import (key integer primary key, import_id integer not null) strict;
      create index boundary_import_import on boundary_import (import_id);
      create table stand_in (id text primary key, lower_id text not null) strict, without rowid;
      alter table removed_boundary add column import_id integer;
      ${ADOPT_EARLIER_IMPORTS}
`

/** Indexes by kind, with the columns by which lists are filtered. */
export const LIST_INDEXES = ['boundary_kind', 'boundary_also_kinds'] as const
const LISTS_BY_KIND = `
  create index boundary_kind on boundary (kind, id, country, west, south, east, north);
  create index boundary_also_kinds on boundary (id) where also_kinds <> '';
`

const CONFLICTS = `
      create table unlisted_boundary (
        id text primary key, country text, import_id integer, has_id integer not null, entry text not null,
        rings blob not null, weights blob
      ) strict;
      create table identity_conflict (
        id text not null, name text not null, claim text not null, holder_id text not null, holder_name text not null,
        holder_is_in text not null, replaces_if_kept integer not null, reason text not null, noted_at text not null,
        primary key (id, claim, holder_id)
      ) strict, without rowid;
      create table identity_decision (
        id text primary key, decision text not null, claims text not null, decided_at text not null
      ) strict, without rowid;
`

/** What stores of imports and fetched boundaries note of conflicts; a finished file has none. */
export const CONFLICT_TABLES = ['unlisted_boundary', 'identity_conflict', 'identity_decision'] as const

/** Boundaries were fetched without a check of what they claim: they are fetched again, and a new identity forgets the answers. */
const FORGET_FETCHED = `
  create temporary table fetched as
    select value as store from meta where name = 'store' and exists (select 1 from boundary where origin = 'live');
  delete from boundary_text where rowid in (select key from boundary where origin = 'live');
  delete from boundary_box where id in (select key from boundary where origin = 'live');
  delete from boundary_geometry where key in (select key from boundary where origin = 'live');
  delete from boundary_name where key in (select key from boundary where origin = 'live');
  delete from boundary_code where key in (select key from boundary where origin = 'live');
  delete from ancestor where key in (select key from boundary where origin = 'live');
  delete from superseded where key in (select key from boundary where origin = 'live');
  delete from boundary where origin = 'live';
  update meta set value = lower(hex(randomblob(8))) where name = 'store' and value in (select store from fetched);
  drop table fetched;
`

/** FIPS codes came from the atlas alone. */
const CODES_OF_TAGS = `
  alter table boundary add column codes text not null default '';
  alter table boundary add column inherited_codes text not null default '';
  update boundary set inherited_codes = 'fips' where fips is not null and origin <> 'atlas';
`

export const CATALOG: Component<'sqlite'> = {
  name: 'catalog',
  durability: 'normal',
  // Later versions concern imports and tags, of which a finished file has none, and indexes of long lists.
  readableSince: 2,
  migrations: [
    {
      sqlite: `
      ${BOUNDARIES}
      create virtual table boundary_text using fts5 (
        words, content = '', contentless_delete = 1, detail = none, prefix = '1 2 3',
        tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'"
      );
      create virtual table boundary_box using rtree (id, min_lon, max_lon, min_lat, max_lat);
      insert into meta (name, value) values ('store', lower(hex(randomblob(8)))), ('version', '0'), ('sequence', '0');
    `,
    },
    { sqlite: POPULATIONS },
    { sqlite: IMPORTS },
    { sqlite: LISTS_BY_KIND },
    {
      sqlite: `
      ${CONFLICTS}
      ${FORGET_FETCHED}
    `,
    },
    { sqlite: CODES_OF_TAGS },
  ],
}
