-- What is kept of each animal's readings by the hour, for longer than the readings themselves: a row for each farm on which
-- it stood and was heard in that hour.
create table animal_hours (
  farm_id bigint not null references farms on delete cascade,
  -- Its first instant.
  hour timestamptz not null,
  animal_id bigint not null,
  readings integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- The first, the last and the mean position; null: none was told.
  first_longitude double precision,
  first_latitude double precision,
  last_longitude double precision,
  last_latitude double precision,
  mean_longitude double precision,
  mean_latitude double precision,
  -- Where it was in most of the steps; null: in no pen.
  pen_id bigint,
  lowest_temperature_c real,
  highest_temperature_c real,
  battery real,
  -- The gateway that heard it last; null: none was told.
  gateway_id bigint,
  -- From step to step.
  moved_metres real not null,
  -- Minutes of the steps in which it was not heard.
  gap_minutes smallint not null,
  -- Twelve steps of five minutes, twelve bytes each: longitude and latitude of the last fix in millionths of a degree
  -- (-2^31: none), and the pen (0: heard in no pen, -1: not heard).
  steps bytea not null,
  primary key (farm_id, hour, animal_id)
);
create index animal_hours_animal on animal_hours (animal_id, hour);

-- Hours that readings came for after they were rolled up: they are rolled up again.
create table animal_hours_due (
  animal_id bigint not null,
  hour timestamptz not null,
  primary key (hour, animal_id)
);

-- Drops the readings of a day. The newest seven days that there are readings of are never dropped, whoever asks; and a lock
-- that is not free at once is not waited for, so that nobody who stores readings waits behind this.
create procedure drop_readings_partition(day date) language plpgsql security definer as $$
begin
  if day > (select max(to_date(right(c.relname::text, 8), 'YYYYMMDD')) - 7
            from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'readings'::regclass) then
    raise exception 'the readings of % are too new to be dropped', day using errcode = '42501';
  end if;
  set local lock_timeout = '250ms';
  execute format('drop table if exists %I', 'readings_' || to_char(day, 'YYYYMMDD'));
end $$;
do $$
begin
  execute format('alter procedure drop_readings_partition(date) set search_path = %I, pg_temp', current_schema());
end $$;
