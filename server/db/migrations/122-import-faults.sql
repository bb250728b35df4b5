-- Values that would have been possible in a faulty cell.
alter table import_faults add column possible jsonb not null default '[]';

-- A tag without what spreadsheets and keyboards change: case, zeros before a number and after its decimal point.
create function folded_tag(tag text) returns text language sql immutable parallel safe return
  case when tag ~ '^[0-9]+(\.[0-9]+)?$' then trim_scale(tag::numeric)::text else lower(tag) end;
create index animals_folded_tag on animals (farm_id, folded_tag(visual_tag));

-- A name as it is compared with names that people type: without case, width and repeated blanks.
create function folded_name(name text) returns text language sql immutable parallel safe return
  lower(regexp_replace(btrim(normalize(name, NFKC)), '\s+', ' ', 'g'));
