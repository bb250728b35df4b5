-- Groups of animals, and which animal was in which from when to when (herd time): an animal is in none or several.
create table animal_groups (
  like record_columns including defaults,
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations,
  name text not null,
  remark text
);
create unique index animal_groups_name on animal_groups (organisation_id, name) where deleted_at is null;

create table animal_group_members (
  id bigint generated always as identity primary key,
  animal_id bigint not null references animals on delete cascade,
  group_id bigint not null references animal_groups on delete cascade,
  from_at timestamptz not null,
  to_at timestamptz,
  check (to_at >= from_at)
);
create unique index animal_group_members_open on animal_group_members (animal_id, group_id) where to_at is null;
create index animal_group_members_group on animal_group_members (group_id) where to_at is null;
create index animal_group_members_animal on animal_group_members (animal_id, from_at);
