-- Organisations and users, whole -------------------------------------------------------------------------------------

-- Pictures that were uploaded: cleaned and re-encoded. One that nothing refers to is deleted after a day.
create table images (
  id uuid primary key default gen_random_uuid(),
  content bytea not null,
  content_type text not null,
  width integer not null,
  height integer not null,
  uploaded_by bigint references users,
  uploaded_at timestamptz not null
);

alter table organisations
  add column credit_code text check (credit_code ~ '^[0-9A-HJ-NP-RTUWXY]{18}$'),
  add column contact text,
  add column telephone text,
  add column email text,
  add column address text,
  add column licence_image_id uuid references images,
  add column requires_two_factor boolean not null default false,
  add column updated_at timestamptz,
  add column version integer not null default 1;
update organisations set updated_at = registered_at;
alter table organisations alter column updated_at set not null;
-- Who was rejected may register again.
create unique index organisations_credit_code on organisations (credit_code) where status <> 'REJECTED';
create index organisations_licence on organisations (licence_image_id);

alter table users
  -- Null: nobody has given them one; they see what OTHERS see.
  alter column role drop not null,
  -- Null: invited, has not set one; signs in by SMS.
  alter column password_hash drop not null,
  add column telephone text check (telephone ~ '^\+[1-9]\d{6,14}$'),
  add column email text,
  add column password_set_at timestamptz,
  -- Made by an authenticator: in force once confirmed. The last step used can't be used again.
  add column totp_secret bytea,
  -- Made beside the one in force, until it is confirmed.
  add column totp_pending bytea,
  add column totp_confirmed_at timestamptz,
  add column totp_last_step bigint,
  add column last_seen_at timestamptz,
  add column updated_at timestamptz,
  add column version integer not null default 1,
  drop constraint users_status_check,
  add constraint users_status_check check (status in ('PENDING_ACTIVATION', 'ACTIVE', 'DISABLED'));
update users set updated_at = created_at, password_set_at = created_at;
alter table users alter column updated_at set not null;
create unique index users_telephone on users (telephone);
create unique index users_email on users (lower(email));
create index users_organisation on users (organisation_id);

-- Each good for one login without the authenticator.
create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

alter table sessions add column address text, add column agent text;

-- Codes sent by SMS: the newest of a telephone is the one that counts. Machine time.
create table sms_codes (
  id bigint generated always as identity primary key,
  telephone text not null,
  code_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  used_at timestamptz
);
create index sms_codes_telephone on sms_codes (telephone, id desc);

-- Links sent by mail, each good once. Machine time.
create table mail_links (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('ACTIVATE', 'SET_PASSWORD')),
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mail_links_user on mail_links (user_id);

-- Messages to people, written in the transaction that causes them and carried afterwards, again and again until it
-- works or is given up. Without a provider they stay, and are read on the outbox page.
create table outbox (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('MAIL', 'SMS')),
  at timestamptz not null,
  recipient text not null,
  subject text not null,
  body text not null,
  tries integer not null default 0,
  next_try_at timestamptz not null,
  sent_at timestamptz,
  failed_at timestamptz,
  error text
);
create index outbox_waiting on outbox (next_try_at) where sent_at is null and failed_at is null;

-- Approvals ----------------------------------------------------------------------------------------------------------

create table tickets (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('ORGANISATION_REGISTRATION', 'PROJECT_OPEN', 'COLLATERAL_CHANGE', 'ANIMAL_RELEASE',
    'SUBSTITUTION', 'MOVEMENT_PERMIT', 'RULE_CHANGE', 'PROJECT_CLOSE')),
  state text not null default 'PENDING' check (state in ('PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN')),
  subject_type text not null check (subject_type in ('ORGANISATION', 'PROJECT', 'FARM', 'ANIMAL')),
  subject_id bigint not null,
  subject_name text not null,
  -- What approving applies, as its kind reads it.
  payload jsonb not null,
  raised_by bigint not null references users,
  raised_org_id bigint references organisations,
  raised_at timestamptz not null,
  decided_at timestamptz,
  check ((state = 'PENDING') = (decided_at is null))
);
create index tickets_subject on tickets (subject_type, subject_id);
create index tickets_pending on tickets (id) where state = 'PENDING';
create unique index tickets_registration on tickets (subject_id)
  where kind = 'ORGANISATION_REGISTRATION' and state = 'PENDING';

-- A place opens when all steps of the one before are approved; steps of one place in any order.
create table ticket_steps (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets,
  place integer not null check (place > 0),
  approver_role text not null,
  approver_org_id bigint references organisations,
  decision text check (decision in ('APPROVED', 'REJECTED')),
  decided_by bigint references users,
  decided_at timestamptz,
  comment text,
  check ((decision is null) = (decided_by is null) and (decision is null) = (decided_at is null)),
  check (decision is distinct from 'REJECTED' or length(comment) > 0)
);
create unique index ticket_steps_once on ticket_steps (ticket_id, place, approver_role, coalesce(approver_org_id, 0));
create index ticket_steps_open on ticket_steps (approver_role, approver_org_id) where decision is null;

-- Four eyes, kept by the database itself: nobody decides what they raised, a decision is never changed, and only what
-- is pending and open is decided.
create function guard_ticket_step() returns trigger language plpgsql as $$
declare
  ticket tickets;
begin
  if tg_op = 'DELETE' or old.decision is not null or new.ticket_id <> old.ticket_id or new.place <> old.place
    or new.approver_role <> old.approver_role or new.approver_org_id is distinct from old.approver_org_id then
    raise exception 'a step is decided once and never changed' using errcode = 'DR001';
  end if;
  select * into ticket from tickets where id = new.ticket_id;
  if ticket.raised_by = new.decided_by then
    raise exception 'nobody decides their own request' using errcode = 'DR002';
  end if;
  if ticket.state <> 'PENDING' or exists (
    select from ticket_steps where ticket_id = new.ticket_id and place < new.place and decision is distinct from 'APPROVED') then
    raise exception 'the step is not open' using errcode = 'DR003';
  end if;
  return new;
end $$;
create trigger ticket_steps_guard before update or delete on ticket_steps for each row execute function guard_ticket_step();

-- Notices, views, goals ----------------------------------------------------------------------------------------------

create table notices (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  type text not null check (type in ('notification', 'message', 'event')),
  code text not null,
  params jsonb not null default '{}',
  path text,
  at timestamptz not null,
  read_at timestamptz,
  cleared_at timestamptz
);
create index notices_user on notices (user_id, id desc) where cleared_at is null;
-- What waits on a page is taken away when it is done.
create index notices_event on notices (path) where type = 'event' and cleared_at is null;

create table saved_views (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  list text not null,
  name text not null,
  query text not null,
  columns text[] not null,
  unique (user_id, list, name)
);

create table goals (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations,
  title text not null,
  starts_on date not null,
  ends_on date not null,
  goal text not null,
  standard text not null,
  invitee_ids bigint[] not null check (cardinality(invitee_ids) <= 5),
  created_by bigint not null references users,
  created_at timestamptz not null,
  check (starts_on <= ends_on)
);
create index goals_organisation on goals (organisation_id);

-- Who did what, from where, and what was before and after. ------------------------------------------------------------

alter table audit_entries
  add column address text,
  add column before jsonb,
  add column after jsonb;
create index audit_entries_noun on audit_entries (noun, noun_id, id);
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is insert-only', tg_table_name using errcode = 'DR004';
end $$;
create trigger audit_entries_keep before update or delete or truncate on audit_entries
  for each statement execute function refuse_change();
