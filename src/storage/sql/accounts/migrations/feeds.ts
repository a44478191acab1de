/** The table of feeds: see `../schema.ts`. */
export const FEEDS = `
  create table feed (
    id text primary key,
    account_id text not null references account (id),
    name text,
    hash text not null unique,
    prefix text not null,
    created_at_ms bigint not null,
    used_at_ms bigint
  );
  create index feed_account on feed (account_id);
`
