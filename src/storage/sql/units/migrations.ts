/** Versions of the schema of units, oldest first. A published version never changes: append a new one. */
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

/** Jobs outlive every process, so their units have an owner that never dies. */
const jobs = (bytes: string) => `
  alter table keyed_call add column job_id text;
  create index keyed_call_job on keyed_call (job_id) where job_id is not null;
  create table job (
    id text primary key,
    account_id text not null,
    key_id text not null,
    plan text not null,
    op text not null,
    input text not null,
    languages text not null,
    address text not null,
    request_id text not null,
    units bigint not null,
    hold_id text,
    state text not null check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
    owner text,
    claim text,
    tries integer not null,
    steps text not null,
    created_at_ms bigint not null,
    started_at_ms bigint,
    finished_at_ms bigint,
    expires_at_ms bigint,
    problem text,
    media_type text,
    body ${bytes}
  );
  create index job_queue on job (created_at_ms, id) where state = 'queued';
  create index job_open on job (account_id, state) where state in ('queued', 'running');
  create unique index job_claim on job (claim) where claim is not null;
  create index job_expires on job (expires_at_ms) where expires_at_ms is not null;
  create table job_turn (turns bigint not null);
  insert into job_turn (turns) values (0);
  insert into unit_owner (id, alive_until_ms) values ('jobs', ${Number.MAX_SAFE_INTEGER});
`

const ACCOUNT_FILES = `
  create table account_file (
    account_id text not null,
    key text not null,
    bytes bigint not null,
    expires_at_ms bigint not null,
    primary key (account_id, key)
  );
  create index account_file_expires on account_file (expires_at_ms);
  create table account_file_turn (account_id text primary key, turns bigint not null);
`

/** Coordination of processes that query the live map: leases, the next request to each server, the day budget, answers. */
const LIVE = `
  create table live_lease (name text primary key, owner text not null, until_ms bigint not null);
  create table live_moment (name text primary key, next_ms bigint not null);
  create table live_day (day text primary key, requests bigint not null, bytes bigint not null);
  create table live_answer (key text primary key, outcome text not null, at_ms bigint not null);
`

/** Agents accept smaller answers than other callers. */
const JOB_INLINE_LIMIT = `alter table job add column max_inline_bytes bigint`

/** Lines for map servers, for all processes together. */
const LIVE_LINES = `
  create table live_line (
    line text not null,
    owner text not null,
    asker text not null,
    since_ms bigint not null,
    until_ms bigint not null,
    primary key (line, owner, asker)
  );
  create index live_line_owner on live_line (owner);
  create table live_served (line text not null, asker text not null, at_ms bigint not null, primary key (line, asker));
`

/** What a hold counts as when it is spent. Holds of queued jobs exist for longer than a call. */
const HELD_CALLS = `
  alter table unit_hold add column date text not null default '';
  alter table unit_hold add column op text not null default '';
  update unit_hold set date = month || '-01', op = coalesce((select op from job where job.hold_id = unit_hold.id), '');
`

/** How often a process died that ran only this job, and when it may run again. */
const JOB_CRASHES = `
  alter table job add column crashes integer not null default 0;
  alter table job add column not_before_ms bigint not null default 0;
`

/** What servers of several machines share of their catalogs: the log of fetched boundaries, and what each has imported. One machine needs none. */
const SHARED_CATALOGS = `
  create table catalog_server (id text primary key, imports text not null, seen_ms bigint not null);
  create table fetched_log (
    store text not null,
    last_sequence bigint not null,
    change_bytes bigint not null,
    file_id text,
    file_sequence bigint,
    file_bytes bigint,
    file_sha256 text
  );
  create table fetched_change (sequence bigint primary key, mark text not null, body bytea);
  create table fetched_part (
    file text not null,
    number integer not null,
    bytes bytea not null,
    primary key (file, number)
  );
  alter table fetched_change alter column body set storage external;
  alter table fetched_part alter column bytes set storage external;
`

/** Blocks of units that processes lease, and the journals of what they spend of them. One machine needs none. */
const LEASED_UNITS = `
  alter table unit_hold drop constraint unit_hold_units_check;
  alter table unit_hold add check (units >= 0);
  alter table unit_hold add column recalled boolean not null default false;
  create index unit_hold_block on unit_hold (account_id, month) where op = '';
  create table unit_journal (id text primary key, owner text not null, applied bigint not null, ended_at_ms bigint);
`

export const UNITS: Component = {
  name: 'units',
  durability: 'normal',
  migrations: [
    { sqlite: TABLES, postgres: TABLES },
    { sqlite: USAGE, postgres: USAGE },
    { sqlite: keyedCalls('blob'), postgres: keyedCalls('bytea') },
    { sqlite: jobs('blob'), postgres: jobs('bytea') },
    { sqlite: ACCOUNT_FILES, postgres: ACCOUNT_FILES },
    { sqlite: LIVE, postgres: LIVE },
    { sqlite: JOB_INLINE_LIMIT, postgres: JOB_INLINE_LIMIT },
    { sqlite: LIVE_LINES, postgres: LIVE_LINES },
    { sqlite: HELD_CALLS, postgres: HELD_CALLS },
    { sqlite: JOB_CRASHES, postgres: JOB_CRASHES },
    { sqlite: '', postgres: SHARED_CATALOGS },
    { sqlite: '', postgres: LEASED_UNITS },
  ],
}
