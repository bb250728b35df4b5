-- What was not stored as it was sent, alike ones together: kept for a day, the newest of each source.
create table rejected_readings (
  id bigint generated always as identity primary key,
  like record_columns including defaults,
  -- 0: none.
  source_id bigint not null,
  -- The farm of the gateway or of the neckband, where the source may speak for it; 0: that can't be known.
  farm_id bigint not null,
  reason text not null,
  field text not null,
  -- The device that it is about; empty: it could not be read.
  device_id text not null,
  gateway text,
  count bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  sample text not null
);
create unique index rejected_readings_alike on rejected_readings (source_id, farm_id, reason, field, device_id);
create index rejected_readings_last on rejected_readings (source_id, last_at);
