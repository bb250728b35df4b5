-- The transaction that changed an alert last. Change ids are assigned before the commit, so a transaction may become visible after
-- later ids were read; a client that reconnects asks by transaction, which misses none.
alter table alerts add column changed_in xid8 not null default pg_current_xact_id();
create index alerts_changed_in on alerts (changed_in);

create function note_alert_transaction() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end $$;
create trigger alerts_changed_in before update of change_id on alerts for each row
  when (new.change_id is distinct from old.change_id) execute function note_alert_transaction();
