/** Versions of the schema of units, oldest first. A published one is never changed: the next change is one more entry. */
import type { Component } from '../migrate.ts'

const TABLES = `
  create table unit_month (
    account_id text not null,
    month text not null,
    used bigint not null check (used >= 0),
    primary key (account_id, month)
  );
  create table unit_hold (
    id text primary key,
    owner text not null,
    account_id text not null,
    month text not null,
    units bigint not null check (units > 0)
  );
  create table unit_owner (
    id text primary key,
    alive_until_ms bigint not null
  );
`

const USAGE = `
  create table usage_day (
    account_id text not null,
    date text not null,
    op text not null,
    calls bigint not null,
    units bigint not null,
    cache_hits bigint not null,
    primary key (account_id, date, op)
  );
`

const keyedCalls = (bytes: string) => `
  create table keyed_call (
    account_id text not null,
    key text not null,
    fingerprint text not null,
    claim text not null,
    owner text not null,
    created_at_ms bigint not null,
    expires_at_ms bigint not null,
    answered integer not null,
    media_type text,
    body ${bytes},
    primary key (account_id, key)
  );
  create index keyed_call_expires on keyed_call (expires_at_ms);
`

export const UNITS: Component = {
  name: 'units',
  oneWriter: false,
  migrations: [
    { sqlite: TABLES, postgres: TABLES },
    { sqlite: USAGE, postgres: USAGE },
    { sqlite: keyedCalls('blob'), postgres: keyedCalls('bytea') },
  ],
}
