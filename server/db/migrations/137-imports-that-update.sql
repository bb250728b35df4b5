-- Imports that change records, and columns that a person has mapped ----------------------------------------------------

alter table imports add column changed integer not null default 0;
alter table imports add column unchanged integer not null default 0;

-- The input of the noun's own save: for a row that changes a record, or whose record needs more than its table's columns.
alter table import_rows add column input jsonb;

-- Cells that would change a record.
create table import_changes (
  id bigint generated always as identity primary key,
  import_id bigint not null references imports on delete cascade,
  sheet_row integer not null,
  title text not null,
  before text,
  after text
);
create index import_changes_import on import_changes (import_id, sheet_row);

-- The field of a column title, as a person has mapped it in sheets of a noun; null: the column is left out.
create table import_titles (
  user_id bigint not null references users on delete cascade,
  noun text not null,
  -- Without case, width, blanks and punctuation.
  title text not null,
  field text,
  primary key (user_id, noun, title)
);
