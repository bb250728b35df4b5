-- What is noted of a farm's day under a project: what was counted by hand, what was seen, photos. Nothing of it is ever changed:
-- what is wrong is put right by another log that names it.
create table daily_logs (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects,
  farm_id bigint not null references farms,
  -- The day that it is about, in the farm's zone.
  day date not null,
  author_id bigint not null references users,
  monitor_status text not null check (monitor_status in ('NORMAL', 'ABNORMAL')),
  -- Heads of the whole farm, counted by hand; null: nobody counted all of them.
  hand_count integer check (hand_count between 0 and 1000000),
  note text not null,
  -- Made by the phone, so that a log that is sent twice is one.
  client_key uuid not null,
  -- By the phone's clock.
  written_at timestamptz not null,
  -- By the server's clock. What comes after the end of its day is late.
  received_at timestamptz not null,
  is_late boolean not null,
  corrects_id bigint,
  unique (author_id, client_key),
  unique (id, project_id),
  foreign key (corrects_id, project_id) references daily_logs (id, project_id)
);
create index daily_logs_project on daily_logs (project_id, day desc, id desc);
create index daily_logs_farm on daily_logs (farm_id, project_id, day desc);
-- A log is corrected once; who corrects it again corrects the correction.
create unique index daily_logs_corrects on daily_logs (corrects_id) where corrects_id is not null;
create trigger daily_logs_keep before update or delete or truncate on daily_logs
  for each statement execute function refuse_change();

create table daily_log_counts (
  log_id bigint not null references daily_logs,
  pen_id bigint not null references pens,
  heads integer not null check (heads between 0 and 1000000),
  primary key (log_id, pen_id)
);
create trigger daily_log_counts_keep before update or delete or truncate on daily_log_counts
  for each statement execute function refuse_change();

create table daily_log_photos (
  log_id bigint not null references daily_logs,
  place integer not null,
  image_id uuid not null references files,
  -- Where the phone was, WGS-84; null: it did not know.
  longitude double precision check (longitude between -180 and 180),
  latitude double precision check (latitude between -90 and 90),
  accuracy_m double precision check (accuracy_m >= 0),
  -- By the phone's clock; the server's time is the upload's.
  taken_at timestamptz not null,
  primary key (log_id, place),
  check ((longitude is null) = (latitude is null))
);
create index daily_log_photos_image on daily_log_photos (image_id);
create trigger daily_log_photos_keep before update or delete or truncate on daily_log_photos
  for each statement execute function refuse_change();

-- Who may write a project's logs beside its supervisor's project managers.
create table daily_log_users (
  project_id bigint not null references projects on delete cascade,
  user_id bigint not null references users,
  added_by bigint not null references users,
  added_at timestamptz not null,
  primary key (project_id, user_id)
);
create index daily_log_users_user on daily_log_users (user_id);
