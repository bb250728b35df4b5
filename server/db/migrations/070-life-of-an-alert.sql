-- What becomes of an alert: who has it, until when it is put aside, how it was ended, and how often its condition came back.
alter table alerts
  -- Grows with each act of a person, so that nobody overrides what they have not seen.
  add column version integer not null default 1,
  add column assigned_to bigint references users,
  add column shelved_at timestamptz,
  add column shelved_until timestamptz,
  add column shelved_because text,
  add column shelved_by bigint references users,
  -- Ended by a person with a reason; its condition may still stand, and is cleared by a reading of its own.
  add column closed_at timestamptz,
  add column closed_by bigint references users,
  add column close_code text check (close_code in ('FALSE_ALARM', 'ANIMAL_FOUND', 'DEVICE_FAULT', 'ANIMAL_DEAD', 'ANIMAL_SOLD', 'THEFT', 'OTHER')),
  add column close_text text,
  -- How often it was raised again shortly after it had cleared.
  add column flaps integer not null default 0 check (flaps >= 0),
  add column is_late boolean not null default false,
  -- From when on its clearing is final: until then the same condition opens it again.
  add column settled_at timestamptz,
  add check ((closed_at is null) = (close_code is null)),
  add check ((shelved_at is null) = (shelved_until is null)),
  add check (settled_at is null or cleared_at is not null);

-- What was cleared so far was sealed then.
update alerts set settled_at = cleared_at where cleared_at is not null;
insert into seal_queue (source, row_key) select 'alert_settlings', id::text from alerts where settled_at is not null order by id;

create index alerts_unsettled on alerts (kind, subject_type, subject_id) where cleared_at is not null and settled_at is null;
create index alerts_shelved on alerts (shelved_until) where shelved_until is not null;
create index alerts_of_person on alerts (assigned_to) where assigned_to is not null and closed_at is null;
create index alerts_unclosed on alerts (farm_id) where cleared_at is null and closed_at is null;

-- What happened to an alert, in its order. Herd time.
create table alert_events (
  id bigint generated always as identity primary key,
  alert_id bigint not null references alerts,
  kind text not null check (kind ~ '^[A-Z_]+$'),
  at timestamptz not null,
  -- Null: the server.
  user_id bigint references users,
  note text,
  detail jsonb not null default '{}'
);
create index alert_events_alert on alert_events (alert_id, id);
create trigger alert_events_keep before update or delete or truncate on alert_events
  for each statement execute function refuse_change();

insert into alert_events (alert_id, kind, at, user_id, note, detail)
select id, kind, at, user_id, note, detail from (
  select id, 'RAISED' as kind, raised_at as at, null::bigint as user_id, null as note, detail - 'clearedBecause' as detail from alerts
  union all select id, 'ACKNOWLEDGED', acknowledged_at, acknowledged_by, comment, '{}' from alerts where acknowledged_at is not null
  union all select id, 'CLEARED', cleared_at, null, null, case when detail ? 'clearedBecause' then jsonb_build_object('because', detail -> 'clearedBecause') else '{}' end
    from alerts where cleared_at is not null
) happened order by at, id;

-- Pictures that a person closed an alert with.
create table alert_photos (
  alert_id bigint not null references alerts,
  place integer not null,
  image_id uuid not null references files,
  primary key (alert_id, place)
);
create index alert_photos_image on alert_photos (image_id);
create trigger alert_photos_keep before update or delete or truncate on alert_photos
  for each statement execute function refuse_change();

-- The sealed record has an alert once its clearing is final, how it was closed, and the photos of that.
drop trigger alerts_seal_alerts on alerts;
drop trigger alerts_seal_alerts_changed on alerts;
create trigger alerts_seal_alerts after insert on alerts referencing new table as added
  for each statement execute function queue_for_seal('alerts', 'a.id::text', 'settled_at');
create trigger alerts_seal_alerts_changed after update on alerts referencing old table as gone new table as added
  for each statement execute function queue_for_seal('alerts', 'a.id::text', 'settled_at');
create trigger alerts_seal_alert_settlings_changed after update on alerts referencing old table as gone new table as added
  for each statement execute function queue_for_seal('alert_settlings', 'a.id::text', 'settled_at');
create trigger alerts_seal_alert_closures_changed after update on alerts referencing old table as gone new table as added
  for each statement execute function queue_for_seal('alert_closures', 'a.id::text', 'closed_at');
create trigger alert_photos_seal_alert_photos after insert on alert_photos referencing new table as added
  for each statement execute function queue_for_seal('alert_photos', 'a.alert_id || '':'' || a.place');
create trigger alert_photos_seal_files after insert on alert_photos referencing new table as added
  for each statement execute function queue_for_seal('files', 'a.image_id::text', 'image_id');
