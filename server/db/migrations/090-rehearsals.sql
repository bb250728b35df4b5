-- What rules would have raised: one rehearsal of an organisation at a time, kept for a week -------------------------------

create table rehearsals (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  organisation_id bigint references organisations,
  kind text not null,
  scope text not null,
  scope_id bigint,
  state text not null check (state in ('WAITING', 'RUNNING', 'DONE', 'CANCELLED', 'FAILED')),
  failure text,
  progress double precision not null default 0,
  result jsonb,
  begun_at timestamptz not null,
  -- When it last went on. Machine time: whoever works on it says so all the while.
  touched_at timestamptz not null
);
create unique index rehearsals_open on rehearsals (coalesce(organisation_id, 0)) where state in ('WAITING', 'RUNNING');
create index rehearsals_touched on rehearsals (touched_at);
