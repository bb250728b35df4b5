-- The heads of a project come out of the index alone: its page asks for all of them, again and again.
create index pledges_counted on pledges (project_id, line_id, animal_id) where ended_at is null and is_counted;
