-- Organisations and people -------------------------------------------------------------------------------------------

create table organisations (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('BANK', 'BORROWER', 'SUPERVISOR', 'PLATFORM')),
  name text not null,
  status text not null default 'ACTIVE'
    check (status in ('PENDING_ACTIVATION', 'PENDING_APPROVAL', 'ACTIVE', 'DISABLED', 'REJECTED')),
  registered_at timestamptz not null
);

create table users (
  id bigint generated always as identity primary key,
  user_name text not null,
  password_hash text not null,
  role text not null check (role in ('ADMIN_PLATFORM', 'ADMIN_SUPERVISOR', 'ADMIN_BORROWER', 'ADMIN_BANK',
    'SUPERVISOR_PM', 'BANK_USER', 'BANK_USER_NO_ORG', 'BORROWER_USER', 'SUPERVISOR_USER', 'OTHERS')),
  organisation_id bigint references organisations,
  display_name text not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  created_at timestamptz not null
);
create unique index users_user_name on users (lower(user_name));

-- Machine time: sessions end by the wall clock, whatever the herd's clock does.
create table sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null,
  used_at timestamptz not null,
  idle_ms bigint not null,
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);

-- Farms and what stands on them --------------------------------------------------------------------------------------

create table farms (
  id bigint generated always as identity primary key,
  name text not null,
  borrower_org_id bigint references organisations,
  supervisor_org_id bigint references organisations,
  address text,
  time_zone text not null,
  boundary jsonb not null,
  plan jsonb not null default '[]',
  window_minutes integer not null default 60 check (window_minutes between 1 and 10080),
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table pens (
  id bigint generated always as identity primary key,
  farm_id bigint not null references farms,
  name text not null,
  polygon jsonb not null,
  capacity integer,
  purpose text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (farm_id, name),
  unique (farm_id, id)
);

create table gateways (
  id bigint generated always as identity primary key,
  mac text not null unique,
  name text,
  farm_id bigint not null references farms,
  pen_id bigint,
  longitude double precision not null,
  latitude double precision not null,
  last_seen_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (farm_id, pen_id) references pens (farm_id, id)
);
create index gateways_farm on gateways (farm_id);

-- Projects: one loan against one herd --------------------------------------------------------------------------------

create table projects (
  id bigint generated always as identity primary key,
  code text not null unique,
  name text not null,
  bank_org_id bigint not null references organisations,
  borrower_org_id bigint references organisations,
  supervisor_org_id bigint not null references organisations,
  contract_headcount integer not null check (contract_headcount >= 0),
  loan_amount numeric(18, 2) not null,
  status text not null check (status in ('DRAFT', 'PENDING_APPROVAL', 'ACTIVE', 'CLOSING', 'CLOSED')),
  starts_on date not null,
  ends_on date not null,
  created_at timestamptz not null
);

create table project_farms (
  project_id bigint not null references projects,
  farm_id bigint not null references farms,
  primary key (project_id, farm_id)
);
create index project_farms_farm on project_farms (farm_id);

-- Animals and neckbands ----------------------------------------------------------------------------------------------

create table animals (
  id bigint generated always as identity primary key,
  visual_tag text not null,
  electronic_scheme text check (electronic_scheme in ('CN', 'ISO_11784')),
  electronic_tag text check (electronic_tag ~ '^\d{15}$'),
  farm_id bigint not null references farms,
  pen_id bigint,
  category text not null,
  breed text,
  sex text check (sex in ('MALE', 'FEMALE')),
  birth_date date,
  status text not null default 'IN_HERD' check (status in
    ('IN_HERD', 'MISSING', 'DEAD', 'SOLD', 'SLAUGHTERED', 'STOLEN', 'SUBSTITUTED', 'RELEASED')),
  -- Herd time between which it stands in the ledger: counts at past instants are read from these.
  in_herd_from timestamptz not null,
  in_herd_to timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (farm_id, pen_id) references pens (farm_id, id),
  check ((electronic_scheme is null) = (electronic_tag is null)),
  unique (farm_id, visual_tag),
  unique (electronic_scheme, electronic_tag)
);
create index animals_pen on animals (pen_id);

create table neckbands (
  id bigint generated always as identity primary key,
  device_id text not null unique,
  model text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Who wore which neckband when: never overwritten.
create table pairings (
  id bigint generated always as identity primary key,
  neckband_id bigint not null references neckbands,
  animal_id bigint not null references animals,
  from_at timestamptz not null,
  to_at timestamptz,
  user_id bigint references users,
  reason text
);
create unique index pairings_neckband_open on pairings (neckband_id) where to_at is null;
create unique index pairings_animal_open on pairings (animal_id) where to_at is null;
create index pairings_animal on pairings (animal_id);

-- Ingest -------------------------------------------------------------------------------------------------------------

-- Who may send: a name, the SHA-256 of its secret, the adapters it may use and the farms it may speak for (null: all).
create table sources (
  id bigint generated always as identity primary key,
  name text not null unique,
  secret_hash bytea not null unique,
  adapters text[] not null,
  farm_ids bigint[],
  created_at timestamptz not null
);

-- One narrow row a reading. The unique index is what makes a reading stored once: (neckband, device time, gateway,
-- discriminator). `gateway_id` 0: none. Ids are integers here, half as wide as elsewhere: there are many rows. Partitioned by day of `at`, the device's time; partitions are made as needed.
create table readings (
  at timestamptz not null,
  received_at timestamptz not null,
  gateway_at timestamptz,
  neckband_id integer not null,
  gateway_id integer not null,
  source_id integer not null,
  discriminator integer not null,
  longitude double precision,
  latitude double precision,
  accuracy_m real,
  rssi real,
  battery real,
  temperature_c real,
  activity real,
  moving boolean,
  tamper boolean
) partition by range (at);
create unique index readings_once on readings (neckband_id, at, gateway_id, discriminator);
create index readings_received on readings using brin (received_at) with (pages_per_range = 32, autosummarize = on);

-- What was stored and what was not, by minute: written in the transaction that stores the readings.
create table ingest_counts (
  minute_at timestamptz not null,
  source_id bigint not null,
  gateway text not null,
  result text not null,
  count bigint not null,
  primary key (minute_at, source_id, gateway, result)
) with (fillfactor = 70);

-- Messages that could not be parsed, for a day, with the reason.
create table quarantine (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  source_id bigint not null,
  topic text not null,
  reason text not null,
  field text not null,
  body bytea not null
);
create index quarantine_at on quarantine (at);

-- A checkpoint of what the ingest process knows of each neckband; with the readings since, it is rebuilt at a start.
create table neckband_states (
  neckband_id bigint primary key references neckbands on delete cascade,
  saved_at timestamptz not null,
  heard_at timestamptz,
  fixed_at timestamptz,
  longitude double precision,
  latitude double precision,
  accuracy_m real,
  pen_id bigint,
  gateway_id bigint,
  rssi real,
  battery real,
  temperature_c real,
  moving boolean,
  usual_gap_ms double precision,
  outside_since timestamptz,
  inside_since timestamptz
);

-- Headcount samples, one a farm and step: what the charts are drawn from.
create table headcount_samples (
  farm_id bigint not null references farms on delete cascade,
  at timestamptz not null,
  window_minutes integer not null,
  ledger integer not null,
  heard integer not null,
  unverified integer not null,
  primary key (farm_id, at)
);

-- Alerts -------------------------------------------------------------------------------------------------------------

create table alert_rules (
  id bigint generated always as identity primary key,
  kind text not null,
  scope text not null check (scope in ('PLATFORM', 'ORGANISATION', 'FARM')),
  scope_id bigint,
  severity text not null check (severity in ('CRITICAL', 'MAJOR', 'MINOR', 'INFO')),
  enabled boolean not null default true,
  parameters jsonb not null default '{}',
  updated_at timestamptz not null,
  check ((scope = 'PLATFORM') = (scope_id is null)),
  unique nulls not distinct (kind, scope, scope_id)
);

create sequence alert_changes;
create table alerts (
  id bigint generated always as identity primary key,
  change_id bigint not null default nextval('alert_changes'),
  kind text not null,
  severity text not null,
  subject_type text not null check (subject_type in ('ANIMAL', 'NECKBAND', 'GATEWAY', 'FARM')),
  subject_id bigint not null,
  subject_name text not null,
  farm_id bigint not null references farms,
  pen_id bigint,
  animal_id bigint,
  raised_at timestamptz not null,
  -- When what it tells of began: an outage begins with the first silence, before it is recognised.
  since_at timestamptz not null,
  cleared_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by bigint references users,
  comment text,
  detail jsonb not null default '{}'
);
-- One open alert for each rule kind and subject.
create unique index alerts_open on alerts (kind, subject_type, subject_id) where cleared_at is null;
create index alerts_farm on alerts (farm_id, raised_at);
create index alerts_change on alerts (change_id);

-- What was done by whom.
create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  user_id bigint,
  action text not null,
  noun text not null,
  noun_id bigint,
  detail jsonb not null default '{}'
);

-- Instants that have to be remembered: up to where checkpoints hold, since when readings were being taken in.
create table marks (
  name text primary key,
  at timestamptz not null
);
