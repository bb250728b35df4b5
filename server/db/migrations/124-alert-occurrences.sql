-- Each time that an alert's condition held. A flap opens the alert again, but what was so in between stays: the past is read from here.
create table alert_occurrences (
  id bigint generated always as identity primary key,
  alert_id bigint not null references alerts on delete cascade,
  since_at timestamptz not null,
  raised_at timestamptz not null,
  cleared_at timestamptz
);
create index alert_occurrences_alert on alert_occurrences (alert_id, id);

-- When and since when it was raised again the last time.
alter table alerts add column reopened_at timestamptz, add column reopened_since timestamptz;

insert into alert_occurrences (alert_id, since_at, raised_at, cleared_at)
select a.id, case when e.kind = 'FLAPPED' then e.at else a.since_at end, coalesce(e.at, a.raised_at),
  case when e.id is null or not exists (select from alert_events l where l.alert_id = a.id and l.kind = 'FLAPPED' and l.id > e.id) then a.cleared_at
    else (select min(c.at) from alert_events c where c.alert_id = a.id and c.kind = 'CLEARED' and c.id > e.id) end
from alerts a left join alert_events e on a.flaps > 0 and e.alert_id = a.id and e.kind in ('RAISED', 'FLAPPED')
order by a.id, e.id;

create function note_occurrences() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into alert_occurrences (alert_id, since_at, raised_at, cleared_at)
    select c.id, c.since_at, c.raised_at, c.cleared_at from changed c order by c.id;
    return null;
  end if;
  insert into alert_occurrences (alert_id, since_at, raised_at)
  select c.id, coalesce(c.reopened_since, c.reopened_at), c.reopened_at from changed c join gone g on g.id = c.id
  where c.cleared_at is null and g.cleared_at is not null and c.reopened_at is distinct from g.reopened_at order by c.id;
  update alert_occurrences o set cleared_at = c.cleared_at from changed c join gone g on g.id = c.id
  where c.cleared_at is distinct from g.cleared_at and o.id = (select max(l.id) from alert_occurrences l where l.alert_id = c.id);
  return null;
end $$;
create trigger alerts_occur after insert on alerts referencing new table as changed for each statement execute function note_occurrences();
create trigger alerts_occur_again after update on alerts referencing old table as gone new table as changed
  for each statement execute function note_occurrences();
