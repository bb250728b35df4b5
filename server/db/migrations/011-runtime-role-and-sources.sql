-- What the server does with rights that its own role lacks: its role owns nothing ---------------------------------------

-- Makes the partition of a day of readings, if it is not there. Rows are appended and never changed: there is nothing for a
-- vacuum to clear away, and one that walks over millions of new rows each minute would take its time from the readings.
create procedure make_readings_partition(day date) language plpgsql security definer as $$
begin
  execute format(
    'create table if not exists %I partition of readings for values from (%L) to (%L)
       with (autovacuum_vacuum_insert_scale_factor = 1, autovacuum_vacuum_insert_threshold = 20000000)',
    'readings_' || to_char(day, 'YYYYMMDD'), day || 'T00:00:00Z', (day + 1) || 'T00:00:00Z');
end $$;

-- Stays are written by their trigger alone. Temporary tables come last: nobody's own table stands in for one of these.
do $$
begin
  execute format('alter procedure make_readings_partition(date) set search_path = %I, pg_temp', current_schema());
  execute format('alter function keep_stays() security definer set search_path = %I, pg_temp', current_schema());
end $$;

-- Who may send, and until when ------------------------------------------------------------------------------------------

alter table sources
  add column revoked_at timestamptz,
  -- Whether its secret may stand in an address, for devices that can't set headers: addresses are written to logs.
  add column takes_query_token boolean not null default false,
  drop constraint sources_name_key;
update sources set takes_query_token = true where 'osmand' = any (adapters);
-- The name of a source that was revoked is free.
create unique index sources_name on sources (name) where revoked_at is null;

-- Every server hears of a change at once, whoever makes it.
create function tell_of_sources() returns trigger language plpgsql as $$
begin
  notify sources_changed;
  return null;
end $$;
create trigger sources_tell after insert or update or delete on sources for each statement execute function tell_of_sources();

-- Pictures of people who are not signed in are bounded by the network that they came from.
alter table images add column network text;
create index images_unclaimed on images (network, uploaded_at) where uploaded_by is null;
