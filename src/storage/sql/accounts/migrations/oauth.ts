/** Tables of OAuth: see `../schema.ts`. A device sign-in may now give an app access instead of a key. */
export const OAUTH = `
  create table oauth_client (
    id text primary key,
    metadata text not null,
    created_at_ms bigint not null
  );
  create index oauth_client_created on oauth_client (created_at_ms);
  create table oauth_grant (
    id text primary key,
    account_id text not null references account (id),
    client_id text not null,
    client_name text,
    scopes text not null,
    resources text not null,
    created_at_ms bigint not null,
    used_at_ms bigint,
    expires_at_ms bigint not null
  );
  create index oauth_grant_account on oauth_grant (account_id);
  create index oauth_grant_client on oauth_grant (client_id);
  create index oauth_grant_expires on oauth_grant (expires_at_ms);
  create table oauth_record (
    kind text not null,
    hash text not null,
    grant_id text,
    payload text not null,
    expires_at_ms bigint not null,
    used_at_ms bigint,
    primary key (kind, hash)
  );
  create index oauth_record_grant on oauth_record (grant_id);
  create index oauth_record_expires on oauth_record (expires_at_ms);
  alter table device_sign_in add column access text;
  alter table device_sign_in add column grant_id text;
`
