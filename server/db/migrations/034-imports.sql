-- What is read of spreadsheets before it is written: one import of an account at a time, gone after a day ---------------

create table imports (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  organisation_id bigint references organisations,
  noun text not null,
  file_name text not null,
  state text not null check (state in ('READING', 'CHECKED', 'WRITING', 'DONE', 'CANCELLED', 'FAILED')),
  failure text,
  titles jsonb not null default '[]',
  ignored jsonb not null default '[]',
  -- Of the sheet; null: not known yet.
  row_count integer,
  done integer not null default 0,
  sound integer not null default 0,
  faulty integer not null default 0,
  begun_at timestamptz not null,
  -- When it last went on. Machine time: whoever works on it says so all the while.
  touched_at timestamptz not null
);
create unique index imports_open on imports (user_id) where state in ('READING', 'CHECKED', 'WRITING');
create index imports_touched on imports (touched_at);

-- The sound rows, by the columns of the noun's table.
create table import_rows (
  import_id bigint not null references imports on delete cascade,
  sheet_row integer not null,
  columns jsonb not null,
  primary key (import_id, sheet_row)
);

create table import_faults (
  id bigint generated always as identity primary key,
  import_id bigint not null references imports on delete cascade,
  sheet_row integer not null,
  title text not null,
  value text,
  code text not null
);
create index import_faults_import on import_faults (import_id, sheet_row);
