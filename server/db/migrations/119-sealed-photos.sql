-- The sealed record has the photos of animals, and the pairings that have photos of a neckband put on or taken off. Their rows are only
-- added and ended; a photo goes with an animal that is deleted for good.
create trigger animal_photos_seal_animal_photos after insert on animal_photos referencing new table as added
  for each statement execute function queue_for_seal('animal_photos', 'a.id::text');
create trigger pairings_seal_pairing_photos after insert on pairings referencing new table as added
  for each statement execute function queue_for_seal('pairing_photos', 'a.id::text', 'photo_id');
create trigger pairings_seal_pairing_end_photos_changed after update on pairings referencing old table as gone new table as added
  for each statement execute function queue_for_seal('pairing_end_photos', 'a.id::text', 'end_photo_id');
insert into seal_queue (source, row_key) select 'animal_photos', id::text from animal_photos order by id;
insert into seal_queue (source, row_key) select 'pairing_photos', id::text from pairings where photo_id is not null order by id;
insert into seal_queue (source, row_key) select 'pairing_end_photos', id::text from pairings where end_photo_id is not null order by id;

-- And the files that animals, pairings, policies and claims name, from the moment on in which they do. What names a document may be
-- changed or deleted; what was sealed of its file stays true.
create function queue_named_files() returns trigger language plpgsql as $$
begin
  execute format('insert into seal_queue (source, row_key) select distinct %L, a.%I::text from added a where a.%2$I is not null', 'files', tg_argv[0])
    || case tg_op when 'UPDATE' then format(' and not exists (select from gone g where g.id = a.id and g.%1$I = a.%1$I)', tg_argv[0]) else '' end;
  return null;
end $$;

do $$
declare
  part text[];
begin
  -- Table, the column that names a file, and whether it may come to name another one.
  foreach part slice 1 in array array[
    ['animal_photos', 'image_id', 'no'],
    ['pairings', 'photo_id', 'no'],
    ['pairings', 'end_photo_id', 'yes'],
    ['animal_documents', 'document_id', 'no'],
    ['insurance_policies', 'document_id', 'yes'],
    ['insurance_claims', 'document_id', 'yes']
  ] loop
    execute format('create trigger %I after insert on %I referencing new table as added for each statement execute function queue_named_files(%L)',
      part[1] || '_seal_' || part[2], part[1], part[2]);
    if part[3] = 'yes' then
      execute format('create trigger %I after update on %I referencing old table as gone new table as added for each statement execute function queue_named_files(%L)',
        part[1] || '_seal_' || part[2] || '_changed', part[1], part[2]);
    end if;
    -- What is there already is sealed first.
    execute format('insert into seal_queue (source, row_key) select distinct %L, %I::text from %I where %2$I is not null order by 2', 'files', part[2], part[1]);
  end loop;
end $$;

-- A file that nothing names any more, as a document that was replaced, is deleted though its time is not over.
alter table seal_erasures drop constraint seal_erasures_reason_check, add constraint seal_erasures_reason_check check (reason in ('PRIVACY', 'RETENTION', 'UNNAMED'));
