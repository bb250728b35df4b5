-- Which ear tags each animal wore from when to when, in herd time: written by the trigger alone.
create table animal_tags (
  id bigint generated always as identity primary key,
  animal_id bigint not null references animals on delete cascade,
  kind text not null check (kind in ('VISUAL', 'ELECTRONIC')),
  scheme text,
  value text not null,
  from_at timestamptz not null,
  to_at timestamptz,
  check (to_at >= from_at)
);
create unique index animal_tags_open on animal_tags (animal_id, kind) where to_at is null;
create index animal_tags_animal on animal_tags (animal_id, from_at);
insert into animal_tags (animal_id, kind, value, from_at) select id, 'VISUAL', visual_tag, in_herd_from from animals;
insert into animal_tags (animal_id, kind, scheme, value, from_at)
select id, 'ELECTRONIC', electronic_scheme, electronic_tag, in_herd_from from animals where electronic_tag is not null;

create function keep_animal_tags() returns trigger language plpgsql security definer as $$
declare
  since timestamptz := coalesce(new.placed_at, new.in_herd_from);
begin
  if tg_op = 'INSERT' or new.visual_tag is distinct from old.visual_tag then
    update animal_tags set to_at = greatest(from_at, since) where animal_id = new.id and kind = 'VISUAL' and to_at is null;
    insert into animal_tags (animal_id, kind, value, from_at) values (new.id, 'VISUAL', new.visual_tag, since);
  end if;
  if tg_op = 'INSERT' or (new.electronic_scheme, new.electronic_tag) is distinct from (old.electronic_scheme, old.electronic_tag) then
    update animal_tags set to_at = greatest(from_at, since) where animal_id = new.id and kind = 'ELECTRONIC' and to_at is null;
    if new.electronic_tag is not null then
      insert into animal_tags (animal_id, kind, scheme, value, from_at) values (new.id, 'ELECTRONIC', new.electronic_scheme, new.electronic_tag, since);
    end if;
  end if;
  return null;
end $$;
do $$
begin
  execute format('alter function keep_animal_tags() set search_path = %I, pg_temp', current_schema());
end $$;
create trigger animals_tags after insert or update of visual_tag, electronic_scheme, electronic_tag on animals for each row execute function keep_animal_tags();
