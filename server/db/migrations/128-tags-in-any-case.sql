-- Visual tags are looked up in any case.
create index animals_visual_tag_lower on animals (lower(visual_tag)) where deleted_at is null;
