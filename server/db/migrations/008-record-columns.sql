-- What every new table of records begins with: `like record_columns including defaults`.
create table record_columns (
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  deleted_at timestamptz,
  deleted_by bigint
);
