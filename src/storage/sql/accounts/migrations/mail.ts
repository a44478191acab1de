/** Tables of mail: see `../schema.ts`. */
export const MAIL = `
  create table mail (
    id text primary key,
    account_id text references account (id),
    recipient text not null,
    kind text not null,
    subject text not null,
    text text not null,
    html text not null,
    created_at text not null,
    urgency integer not null,
    attempts integer not null,
    due_ms bigint,
    claim text,
    reason text,
    given_up_at text
  );
  create index mail_due on mail (urgency, due_ms) where due_ms is not null;
  create table mail_once (
    name text primary key
  );
  create table email_preferences (
    account_id text primary key references account (id),
    subscribed integer not null,
    product_updates integer not null,
    usage_alerts integer not null,
    feedback_updates integer not null
  );
  create table service_secret (
    name text primary key,
    secret text not null
  );
`
