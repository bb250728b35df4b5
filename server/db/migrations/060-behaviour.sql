-- What is known of each neckband over hours and days: written over every few minutes, so that a restart forgets little of it.
create table neckband_behaviour (
  neckband_id bigint primary key references neckbands on delete cascade,
  still_since timestamptz,
  motion_told_at timestamptz,
  tamper_since timestamptz,
  -- The last eight positions, one bit each; 1: an impossible one.
  bad_positions smallint not null default 0,
  anchor_longitude double precision,
  anchor_latitude double precision,
  -- The neckband that is near it hour by hour, and for how many hours.
  companion_id bigint,
  together_hours integer not null default 0,
  -- Hours since the epoch in which a gateway heard it at one strength.
  signal_gateway_id bigint,
  signal_hour integer not null default 0,
  signal_since_hour integer not null default 0,
  signal_lowest real,
  signal_highest real
);

-- Since when an animal has been outside its farm, or back: as outside_since and inside_since are of its pen.
alter table neckband_states add column outside_farm_since timestamptz, add column inside_farm_since timestamptz;
