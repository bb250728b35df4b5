-- What each neckband said last of its battery, a day: 30 days of it, which trends are drawn through.
create table battery_days (
  neckband_id bigint not null references neckbands on delete cascade,
  -- The day of `at` in UTC.
  day date not null,
  at timestamptz not null,
  battery real not null,
  primary key (neckband_id, day)
);
create index battery_days_at on battery_days (at);

-- The line through the days since a battery was changed or charged last.
create table battery_trends (
  neckband_id bigint primary key references neckbands on delete cascade,
  -- How many days it is drawn through.
  days integer not null,
  -- Percent lost a day; null: too few days.
  per_day double precision,
  -- When nothing is left; null: too few days, or hardly anything is lost.
  empty_at timestamptz
);
create index battery_trends_empty on battery_trends (empty_at);
