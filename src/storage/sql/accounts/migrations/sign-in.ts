/** Tables of sign-ins by mail and of sessions: see `../schema.ts`. */
export const SIGN_IN = `
  create table sign_in (
    browser_hash text primary key,
    link_hash text not null unique,
    code_hash text not null,
    email text not null,
    next text not null,
    expires_at_ms bigint not null,
    tries integer not null,
    used integer not null
  );
  create index sign_in_expires on sign_in (expires_at_ms);
  create table session (
    id text primary key,
    account_id text not null references account (id),
    token_hash text not null unique,
    previous_hash text unique,
    csrf_token text not null,
    user_agent text,
    created_at_ms bigint not null,
    used_at_ms bigint not null,
    renewed_at_ms bigint not null
  );
  create index session_account on session (account_id);
  create index session_used on session (used_at_ms);
`
