-- Where the users of an organisation sign in by OpenID Connect.
create table identity_providers (
  id bigint generated always as identity primary key,
  organisation_id bigint not null unique references organisations on delete cascade,
  issuer text not null,
  client_id text not null,
  -- Encrypted; null for a client without one.
  client_secret bytea,
  role_claim text,
  roles jsonb not null default '[]',
  is_required boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Mail domains that an organisation claims. A domain is verified by a TXT record, and then belongs to one organisation.
create table identity_domains (
  provider_id bigint not null references identity_providers on delete cascade,
  domain text not null check (domain = lower(domain)),
  token text not null,
  verified_at timestamptz,
  primary key (provider_id, domain)
);
create unique index identity_domains_verified on identity_domains (domain) where verified_at is not null;

-- Accounts at an issuer and their users here. An issuer's subject never changes and is never given to another person.
create table identity_subjects (
  provider_id bigint not null references identity_providers on delete cascade,
  issuer text not null,
  subject text not null,
  user_id bigint not null references users on delete cascade,
  linked_at timestamptz not null,
  primary key (provider_id, issuer, subject)
);
create unique index identity_subjects_user on identity_subjects (provider_id, issuer, user_id);
create index identity_subjects_users on identity_subjects (user_id);

-- Sign-ins on their way at a provider. Machine time.
create table issuer_sign_ins (
  state_hash bytea primary key,
  provider_id bigint not null references identity_providers on delete cascade,
  -- The browser that began it, which alone may finish it.
  browser_hash bytea not null,
  nonce text not null,
  verifier text not null,
  created_at timestamptz not null,
  -- The provider's answer was redeemed: its code works once.
  redeemed_at timestamptz,
  -- What the answer said, while the second factor is asked for.
  identity jsonb
);
create index issuer_sign_ins_created on issuer_sign_ins (created_at);
create index issuer_sign_ins_provider on issuer_sign_ins (provider_id);

alter table sessions
  -- The provider where the session began.
  add column provider_id bigint references identity_providers on delete set null,
  -- The provider checked a second factor.
  add column has_issuer_factor boolean not null default false;
create index sessions_provider on sessions (provider_id) where provider_id is not null;
