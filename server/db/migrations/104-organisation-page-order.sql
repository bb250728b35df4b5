-- The items of a section stand in the order in which their organisation puts them: those that are there, as they stood ------
alter table organisation_page_items add column position integer;

update organisation_page_items i set position = o.place
from (
  select id, row_number() over (
    partition by organisation_id, section
    order by case section when 'NEWS' then content ->> 'publishedOn' end desc, case section when 'NEWS' then -id else id end
  ) as place
  from organisation_page_items
) o
where o.id = i.id;

alter table organisation_page_items alter column position set not null;
