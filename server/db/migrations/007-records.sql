-- Every record of a described noun has a version, and can be taken back after it was removed ---------------------------

alter table farms
  add column version integer not null default 1,
  add column deleted_at timestamptz,
  add column deleted_by bigint references users,
  alter column created_at set default now();
alter table pens
  add column version integer not null default 1,
  add column deleted_at timestamptz,
  add column deleted_by bigint references users,
  alter column created_at set default now();
alter table gateways
  add column version integer not null default 1,
  add column deleted_at timestamptz,
  add column deleted_by bigint references users,
  alter column created_at set default now();
alter table animals
  add column version integer not null default 1,
  add column deleted_at timestamptz,
  add column deleted_by bigint references users,
  -- Since when it stands where it stands, in herd time; null: since it is in the herd.
  add column placed_at timestamptz,
  alter column created_at set default now();
alter table neckbands
  add column version integer not null default 1,
  add column deleted_at timestamptz,
  add column deleted_by bigint references users,
  alter column created_at set default now();
alter table alert_rules
  add column version integer not null default 1,
  add column deleted_at timestamptz,
  add column deleted_by bigint references users;
alter table organisations
  add column deleted_at timestamptz,
  add column deleted_by bigint references users;
alter table goals
  add column version integer not null default 1,
  add column deleted_at timestamptz,
  add column deleted_by bigint references users,
  add column updated_at timestamptz,
  alter column created_at set default now();

-- What was removed gives its name free.
alter table pens drop constraint pens_farm_id_name_key;
create unique index pens_name on pens (farm_id, name) where deleted_at is null;
alter table gateways drop constraint gateways_mac_key;
create unique index gateways_mac on gateways (mac) where deleted_at is null;
alter table animals drop constraint animals_farm_id_visual_tag_key,
  drop constraint animals_electronic_scheme_electronic_tag_key;
create unique index animals_visual_tag on animals (farm_id, visual_tag) where deleted_at is null;
create unique index animals_electronic_tag on animals (electronic_scheme, electronic_tag) where deleted_at is null;
alter table neckbands drop constraint neckbands_device_id_key;
create unique index neckbands_device_id on neckbands (device_id) where deleted_at is null;
alter table alert_rules drop constraint alert_rules_kind_scope_scope_id_key;
create unique index alert_rules_scope on alert_rules (kind, scope, scope_id) nulls not distinct where deleted_at is null;

-- Where each animal stood when, in herd time: counts of the past are read from here, and nothing that is done to an
-- animal today changes them. It outlives the animal's own record.
create table stays (
  id bigint generated always as identity primary key,
  animal_id bigint not null,
  farm_id bigint not null references farms,
  pen_id bigint,
  from_at timestamptz not null,
  to_at timestamptz,
  check (to_at >= from_at)
);
create unique index stays_open on stays (animal_id) where to_at is null;
create index stays_farm on stays (farm_id, from_at);
create index stays_animal on stays (animal_id);
insert into stays (animal_id, farm_id, pen_id, from_at, to_at)
select id, farm_id, pen_id, in_herd_from, case when in_herd_to is not null then greatest(in_herd_from, in_herd_to) end from animals;

create function keep_stays() returns trigger language plpgsql as $$
declare
  since timestamptz := greatest(coalesce(new.placed_at, new.in_herd_from),
    (select max(coalesce(to_at, from_at)) from stays where animal_id = new.id));
begin
  if tg_op = 'UPDATE' then
    if new.farm_id = old.farm_id and new.pen_id is not distinct from old.pen_id
      and (new.in_herd_to is null) = (old.in_herd_to is null) then
      return null;
    end if;
    update stays set to_at = greatest(from_at, coalesce(new.in_herd_to, since)) where animal_id = new.id and to_at is null;
  end if;
  if tg_op = 'INSERT' or new.in_herd_to is null then
    insert into stays (animal_id, farm_id, pen_id, from_at, to_at)
    values (new.id, new.farm_id, new.pen_id, since, case when new.in_herd_to is not null then greatest(since, new.in_herd_to) end);
  end if;
  return null;
end $$;
create trigger animals_stays after insert or update on animals for each row execute function keep_stays();
