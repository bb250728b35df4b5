-- Walls: each shows a code, a person who may confirms it, and a session without an idle end begins that only reads. ------
create table displays (
  id bigint generated always as identity primary key,
  -- What the wall shows until somebody confirms it, and the hash of what it proves by that it is the same one.
  code text,
  secret_hash bytea,
  requested_at timestamptz not null,
  address text,
  agent text,
  name text,
  paired_by bigint references users on delete cascade,
  paired_at timestamptz,
  check ((paired_at is null) = (paired_by is null) and (paired_at is null) = (code is not null))
);
create unique index displays_code on displays (code) where paired_at is null;
create unique index displays_secret on displays (secret_hash);
create index displays_paired_by on displays (paired_by);

alter table sessions add column display_id bigint references displays on delete cascade;
create unique index sessions_display on sessions (display_id);

-- Sessions that are not kept signed in end 45 minutes after the last act of a person.
update sessions set idle_ms = 2700000 where idle_ms = 43200000;
