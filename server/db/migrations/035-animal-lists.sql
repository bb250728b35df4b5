-- Lists of many animals are filtered, sorted and counted by the index alone: the rows of a page are all that is read of the table.
drop index animals_status;
create index animals_listed on animals (farm_id, status)
  include (id, visual_tag, electronic_tag, sex, birth_date, left_on, category_id, origin_id, colour_id) where deleted_at is null;
-- A tag is looked up whole. In its order the list was read to the end for a tag that none has.
drop index animals_tag;
create index animals_visual_tag_whole on animals using hash (visual_tag) where deleted_at is null;
