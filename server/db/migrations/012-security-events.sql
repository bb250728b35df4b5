-- Who signed in, was refused, was slowed down, took a file, and which session ended: added to and never changed. Machine time.
-- No reference to users: what was noted of somebody outlives them.
create table security_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null check (kind in ('SIGN_IN', 'SIGN_IN_FAILED', 'PROOF', 'PROOF_FAILED', 'REFUSED', 'THROTTLED', 'EXPORT',
    'SESSION_ENDED', 'COMMAND')),
  user_id bigint,
  -- As it was typed, where nobody of it is known.
  user_name text,
  address text,
  network text,
  agent text,
  what text not null default '',
  -- Events alike that were left out before it.
  skipped integer not null default 0
);
create index security_events_user on security_events (user_id, network) where kind = 'SIGN_IN';
create trigger security_events_keep before update or delete or truncate on security_events
  for each statement execute function refuse_change();

-- A code is good for the browser that asked for it, or for its network where the browser keeps no name; each has tries of its own.
alter table sms_codes
  add column asker bytea,
  add column network text not null default '',
  add column network_tries integer not null default 0;
