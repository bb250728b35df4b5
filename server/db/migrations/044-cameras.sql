-- Where herds are watched. What the last look at a camera found is the job's alone, and no change of the record.
create table cameras (
  id bigint generated always as identity primary key,
  farm_id bigint not null references farms,
  pen_id bigint references pens on delete set null,
  name text not null,
  longitude double precision check (longitude between -180 and 180),
  latitude double precision check (latitude between -90 and 90),
  stream_kind text check (stream_kind in ('HLS', 'WHEP')),
  stream_address text,
  snapshot_address text,
  state text not null default 'NEVER_SEEN' check (state in ('LIVE', 'NO_SIGNAL', 'NEVER_SEEN')),
  state_since timestamptz,
  fault text,
  -- How far its playlist had got, and since when it has.
  mark text,
  marked_at timestamptz,
  like record_columns including defaults,
  check ((longitude is null) = (latitude is null)),
  check ((stream_kind is null) = (stream_address is null)),
  check (stream_address is not null or snapshot_address is not null)
);
create unique index cameras_name on cameras (farm_id, lower(name)) where deleted_at is null;
create index cameras_pen on cameras (pen_id) where deleted_at is null;
