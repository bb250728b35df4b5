-- What the closing of an alert says befell a pledged animal, until a person makes a ledger entry of it or says why it is none.
create table ledger_drafts (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects,
  animal_id bigint not null references animals,
  alert_id bigint not null references alerts,
  kind text not null check (kind in ('DEATH', 'SALE', 'THEFT')),
  -- The day on the farm on which the alert began, and what was said when it was closed.
  happened_on date not null,
  reason text not null,
  drafted_by bigint not null references users,
  -- Herd time.
  drafted_at timestamptz not null,
  decided_at timestamptz,
  decided_by bigint references users,
  is_completed boolean,
  -- Why it is none.
  discarded_because text,
  check ((decided_at is null) = (decided_by is null) and (decided_at is null) = (is_completed is null)),
  check ((discarded_because is not null) = (is_completed is false))
);
-- An animal is lost once.
create unique index ledger_drafts_open on ledger_drafts (project_id, animal_id) where decided_at is null;
create index ledger_drafts_project on ledger_drafts (project_id, id);
create index ledger_drafts_alert on ledger_drafts (alert_id);
create index ledger_drafts_animal on ledger_drafts (animal_id);

-- A draft is decided once, and nothing else of it changes.
create function keep_ledger_draft() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.decided_at is not null
    or (new.id, new.project_id, new.animal_id, new.alert_id, new.kind, new.happened_on, new.reason, new.drafted_by, new.drafted_at)
      is distinct from (old.id, old.project_id, old.animal_id, old.alert_id, old.kind, old.happened_on, old.reason, old.drafted_by, old.drafted_at) then
    raise exception 'a draft of the ledger is decided once and never changed';
  end if;
  return new;
end $$;
create trigger ledger_drafts_keep before update or delete on ledger_drafts for each row execute function keep_ledger_draft();
