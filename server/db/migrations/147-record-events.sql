-- What happened to records that feeds and webhooks report, written by the statement that did it, so that no end of the server loses it.
create table record_events (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('LEDGER_ENTRY', 'DAY_CLOSE', 'ALERT', 'TICKET', 'COVERAGE')),
  -- The ledger entry, closed day, alert (also of COVERAGE) or ticket.
  subject_id bigint not null,
  -- What of it, where one subject has several: COVERAGE is RAISED, CHANGED or CLEARED.
  what text not null default '',
  -- Place in the feeds, given to committed rows by one transaction at a time: no reader sees a later place before an earlier one.
  position bigint unique
);
create sequence record_positions;
create index record_events_feed on record_events (kind, position);
create index record_events_waiting on record_events (id) where position is null;
-- An alert has one place, that of its last change.
create unique index record_events_alert on record_events (subject_id) where kind = 'ALERT';

insert into record_events (kind, subject_id, position)
  select kind, id, nextval('record_positions') from (
    select 'LEDGER_ENTRY' as kind, id from ledger_entries union all select 'DAY_CLOSE', id from day_closes union all select 'ALERT', id from alerts
    order by kind, id) as there;

create function note_record() returns trigger language plpgsql as $$
begin
  insert into record_events (kind, subject_id) select tg_argv[0], id from added order by id;
  return null;
end $$;
create trigger ledger_entries_note after insert on ledger_entries referencing new table as added
  for each statement execute function note_record('LEDGER_ENTRY');
create trigger day_closes_note after insert on day_closes referencing new table as added
  for each statement execute function note_record('DAY_CLOSE');

create function note_alerts() returns trigger language plpgsql as $$
begin
  insert into record_events (kind, subject_id) select 'ALERT', id from added order by id
    on conflict (subject_id) where kind = 'ALERT' do update set position = null;
  if tg_op = 'INSERT' then
    insert into record_events (kind, subject_id, what) select 'COVERAGE', id, 'RAISED' from added where kind = 'COVERAGE_LOW' and cleared_at is null;
  end if;
  return null;
end $$;
create trigger alerts_note after insert on alerts referencing new table as added for each statement execute function note_alerts();

create function note_changed_alerts() returns trigger language plpgsql as $$
begin
  insert into record_events (kind, subject_id) select 'ALERT', id from changed order by id
    on conflict (subject_id) where kind = 'ALERT' do update set position = null;
  insert into record_events (kind, subject_id, what)
    select 'COVERAGE', n.id, case when n.cleared_at is not null then 'CLEARED' when o.cleared_at is not null then 'RAISED' else 'CHANGED' end
    from changed n join before o on o.id = n.id
    where n.kind = 'COVERAGE_LOW' and ((n.cleared_at is null) <> (o.cleared_at is null) or n.severity <> o.severity);
  return null;
end $$;
create trigger alerts_note_changes after update on alerts referencing old table as before new table as changed
  for each statement execute function note_changed_alerts();

create function note_decision() returns trigger language plpgsql as $$
begin
  insert into record_events (kind, subject_id) values ('TICKET', new.id);
  return null;
end $$;
create trigger tickets_note after update of state on tickets for each row
  when (new.state in ('APPROVED', 'REJECTED') and old.state is distinct from new.state) execute function note_decision();
