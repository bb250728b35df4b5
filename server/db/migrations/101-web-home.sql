-- The home pages of the site and of the app: banners, partners, and what else they show -------------------------------------
create table banners (
  id bigint generated always as identity primary key,
  place text not null check (place in ('WEB', 'APP')),
  title text not null,
  image_id uuid not null,
  link text,
  -- Days of the platform's zone, both included; null: without a limit.
  shown_from date,
  shown_until date,
  position integer not null,
  like record_columns including defaults,
  constraint banners_validity check (shown_from <= shown_until)
);
create index banners_place on banners (place, position) where deleted_at is null;

create table partnerships (
  id bigint generated always as identity primary key,
  name text not null,
  logo_id uuid,
  link text,
  position integer not null,
  like record_columns including defaults
);
create unique index partnerships_name on partnerships (lower(name)) where deleted_at is null;

-- One row, always there.
create table web_home (
  id bigint primary key default 1 check (id = 1),
  ios_image_id uuid,
  android_image_id uuid,
  contact_telephone text,
  contact_email text,
  contact_address text,
  like record_columns including defaults
);
insert into web_home default values;
