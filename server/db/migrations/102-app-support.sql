-- The legal texts of the site and the app, and what people write to the platform --------------------------------------------

-- One row, always there. Clean HTML; empty where there is none.
create table about_pages (
  id bigint primary key default 1 check (id = 1),
  service_agreement text not null default '',
  privacy_policy text not null default '',
  copyright_statement text not null default '',
  copyright_details text not null default '',
  like record_columns including defaults
);
insert into about_pages default values;

create table feedback (
  id bigint generated always as identity primary key,
  message text not null,
  contact text,
  -- Null: nobody who was signed in.
  user_id bigint references users,
  app_version text,
  received_at timestamptz not null,
  state text not null default 'NEW' check (state in ('NEW', 'IN_PROGRESS', 'DONE')),
  answer text,
  answered_by bigint references users,
  answered_at timestamptz,
  like record_columns including defaults,
  check ((answer is null) = (answered_at is null))
);
create index feedback_received on feedback (received_at);
