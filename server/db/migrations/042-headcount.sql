-- What is known of the heads of a project over time, what a person says of those that nobody can find, and the days that are closed.

-- Every head that is pledged and missing: few among many.
create index animals_missing on animals (id) where status = 'MISSING';

create index ledger_entries_corrects on ledger_entries (corrects_id) where corrects_id is not null;
create index ledger_entries_recorded on ledger_entries (project_id, recorded_at);

-- One a project and quarter of an hour: what its charts are drawn from. All columns lie in the index, by project.
create table project_samples (
  project_id bigint not null references projects,
  at timestamptz not null,
  window_minutes integer not null,
  ledger integer not null,
  heard integer not null,
  unverified integer not null,
  eligible_value numeric(20, 2) not null,
  -- Null where nothing is owed.
  ratio numeric(20, 4),
  primary key (project_id, at) include (window_minutes, ledger, heard, unverified, eligible_value, ratio),
  check (heard >= 0 and unverified >= 0 and heard + unverified <= ledger)
);

-- Why a head was not found on a day of the project's farms, by a person who looked. The newest counts.
create table head_explanations (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects,
  pledge_id bigint not null references pledges,
  day date not null,
  explanation text not null check (length(explanation) > 0),
  explained_by bigint references users,
  explained_at timestamptz not null
);
create index head_explanations_day on head_explanations (project_id, day);
create index head_explanations_pledge on head_explanations (pledge_id);
create trigger head_explanations_keep before update or delete or truncate on head_explanations
  for each statement execute function refuse_change();

-- The numbers of a day as they were when it was closed: once a project and day.
create table day_closes (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects,
  day date not null,
  window_minutes integer not null,
  contracted integer not null,
  ledger integer not null,
  heard integer not null,
  unverified integer not null,
  unaccounted integer not null,
  hand_count integer,
  eligible_value numeric(20, 2) not null,
  balance numeric(18, 2) not null,
  ratio numeric(20, 4),
  note text not null default '',
  closed_by bigint references users,
  closed_at timestamptz not null,
  unique (project_id, day),
  check (ledger = heard + unverified + unaccounted)
);
create trigger day_closes_keep before update or delete or truncate on day_closes
  for each statement execute function refuse_change();
