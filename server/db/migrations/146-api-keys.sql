-- API keys of organisations, for their machines. Machine time.
create table api_keys (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations,
  -- The author of what the key changes: a user without role, organisation and credentials, disabled and removed from the start.
  actor_id bigint not null unique references users,
  name text not null check (length(name) between 1 and 100),
  scopes text[] not null check (cardinality(scopes) between 1 and 200),
  networks text[] not null default '{}' check (cardinality(networks) <= 50),
  hint text not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_used_address text,
  created_by bigint references users,
  revoked_at timestamptz,
  revoked_by bigint references users,
  reminded_at timestamptz,
  like record_columns including defaults
);
create unique index api_keys_name on api_keys (organisation_id, lower(name)) where revoked_at is null;
create index api_keys_organisation on api_keys (organisation_id);

-- Secrets of a key: the newest, and the one before it until the overlap of its rotation ends. Rows stay: they say who has known a secret.
create table api_key_secrets (
  id bigint generated always as identity primary key,
  key_id bigint not null references api_keys,
  secret_hash bytea not null unique,
  made_by bigint not null references users,
  made_at timestamptz not null,
  -- Null: as long as the key.
  valid_until timestamptz
);
create index api_key_secrets_key on api_key_secrets (key_id);

-- The kinds are an enum of the contract. A list here would have to be repeated by each migration that adds one.
alter table security_events drop constraint security_events_kind_check;
alter table security_events add constraint security_events_kind_check check (kind ~ '^[A-Z_]+$');
