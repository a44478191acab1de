/** One of the versions in `index.ts`. */
export const DEVICE_SIGN_IN = `
  create table device_sign_in (
    device_hash text primary key,
    user_code text not null unique,
    state text not null check (state in ('pending', 'approved', 'used', 'denied')),
    client_name text,
    address text,
    created_at_ms bigint not null,
    expires_at_ms bigint not null,
    interval_seconds integer not null,
    polled_at_ms bigint,
    account_id text references account (id)
  );
  create index device_sign_in_expires on device_sign_in (expires_at_ms);
`
