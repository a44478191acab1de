/** Versions of the schema of accounts and keys, oldest first. A published version never changes: append a new one. */
import type { Component } from '../../migrate.ts'
import { AUDIT } from './audit.ts'
import { DEVICE_SIGN_IN } from './device-sign-in.ts'
import { FEEDBACK } from './feedback.ts'
import { FEEDS } from './feeds.ts'
import { MAIL } from './mail.ts'
import { OAUTH } from './oauth.ts'
import { OAUTH_AUDIENCE } from './oauth-audience.ts'
import { PRIVATE_CODES } from './private-codes.ts'
import { SIGN_IN } from './sign-in.ts'

const TABLES = `
  create table account (
    id text primary key,
    email text not null unique,
    plan text not null,
    created_at text not null
  );
  create table api_key (
    id text primary key,
    account_id text not null references account (id),
    name text,
    hash text not null unique,
    prefix text not null,
    created_at text not null,
    last_used_at text,
    revoked_at text
  );
  create index api_key_account on api_key (account_id);
`

const PROFILE = `
  alter table account add column name text;
  alter table account add column company text;
  alter table account add column use_case text;
`

export const ACCOUNTS: Component = {
  name: 'accounts',
  durability: 'full',
  migrations: [
    { sqlite: TABLES, postgres: TABLES },
    { sqlite: PROFILE, postgres: PROFILE },
    { sqlite: DEVICE_SIGN_IN, postgres: DEVICE_SIGN_IN },
    { sqlite: MAIL, postgres: MAIL },
    FEEDBACK,
    { sqlite: SIGN_IN, postgres: SIGN_IN },
    { sqlite: AUDIT, postgres: AUDIT },
    { sqlite: PRIVATE_CODES, postgres: PRIVATE_CODES },
    { sqlite: OAUTH, postgres: OAUTH },
    { sqlite: FEEDS, postgres: FEEDS },
    OAUTH_AUDIENCE,
  ],
}
