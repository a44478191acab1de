/** One of the versions in `index.ts`. The trail outlives its subjects, so it references no table. */
export const AUDIT = `
  create table audit_event (
    id text primary key,
    action text not null,
    at text not null,
    last_at text not null,
    count bigint,
    account_id text,
    key_id text,
    key_prefix text,
    way text not null,
    network text,
    detail text
  );
  create index audit_event_last on audit_event (last_at);
  create index audit_event_account on audit_event (account_id, last_at);
  create index audit_event_key on audit_event (key_prefix, last_at);
`
