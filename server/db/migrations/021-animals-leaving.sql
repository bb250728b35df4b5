-- When and why an animal left the herd: the day on its farm. When it left the count is `in_herd_to`.
alter table animals add column left_on date, add column left_reason text;

-- What lists of many animals are sorted and filtered by, and what one animal's history is read by.
create index animals_tag on animals (visual_tag, id) where deleted_at is null;
create index animals_status on animals (farm_id, status) where deleted_at is null;
create index alerts_animal on alerts (animal_id) where animal_id is not null;
