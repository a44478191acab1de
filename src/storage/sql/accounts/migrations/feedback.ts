/** First schema of the feedback board; a part of `ACCOUNTS`. */

const tables = (key: string) => `
  create table feedback_item (
    id ${key},
    kind text not null,
    title text not null,
    details text not null,
    op text,
    request_id text,
    status text not null,
    author_id text references account (id),
    upvotes bigint not null check (upvotes >= 0),
    comments bigint not null check (comments >= 0),
    title_words text not null,
    all_words text not null,
    created_at text not null,
    updated_at text not null
  );
  create index feedback_item_top on feedback_item (upvotes, id);
  create index feedback_item_updated on feedback_item (updated_at, id);
  create table feedback_upvote (
    item_id bigint not null references feedback_item (id),
    account_id text not null references account (id),
    primary key (item_id, account_id)
  );
  create table feedback_comment (
    id ${key},
    item_id bigint not null references feedback_item (id),
    author_id text references account (id),
    text text not null,
    created_at text not null
  );
  create index feedback_comment_item on feedback_comment (item_id, id);
  create table feedback_day (
    account_id text not null references account (id),
    date text not null,
    items bigint not null,
    comments bigint not null,
    primary key (account_id, date)
  );
`

export const FEEDBACK = {
  // An id is never reused, even after the last item was deleted by hand.
  sqlite: tables('integer primary key autoincrement'),
  postgres: tables('bigint generated always as identity primary key'),
}
