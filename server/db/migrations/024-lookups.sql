-- What is chosen from a list that the platform keeps: units of collateral; categories, origins and colours of animals ----
create table lookups (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('UNIT', 'CATEGORY', 'ORIGIN', 'COLOUR')),
  code text not null,
  names jsonb not null check (names ?& array['zh-CN', 'zh-TW', 'en-US', 'pt-BR']),
  place integer not null,
  is_retired boolean not null default false,
  like record_columns including defaults
);

insert into lookups (kind, code, names, place)
select kind, code, jsonb_build_object('zh-CN', zh_cn, 'zh-TW', zh_tw, 'en-US', en_us, 'pt-BR', pt_br), row_number() over (partition by kind order by nth)
from (values
  (1, 'CATEGORY', 'CATTLE', '牛', '牛', 'Cattle', 'Bovino'),
  (2, 'CATEGORY', 'SHEEP', '绵羊', '綿羊', 'Sheep', 'Ovino'),
  (3, 'CATEGORY', 'GOAT', '山羊', '山羊', 'Goat', 'Caprino'),
  (4, 'CATEGORY', 'HORSE', '马', '馬', 'Horse', 'Equino'),
  (5, 'CATEGORY', 'CAMEL', '骆驼', '駱駝', 'Camel', 'Camelo'),
  (6, 'CATEGORY', 'PIG', '猪', '豬', 'Pig', 'Suíno'),
  (11, 'ORIGIN', 'BORN_ON_FARM', '自繁', '自行繁殖', 'Born on the farm', 'Nascido na fazenda'),
  (12, 'ORIGIN', 'BOUGHT', '外购', '外購', 'Bought', 'Comprado'),
  (13, 'ORIGIN', 'IMPORTED', '进口', '進口', 'Imported', 'Importado'),
  (21, 'COLOUR', 'RED_AND_WHITE', '红白花', '紅白花', 'Red and white', 'Vermelho e branco'),
  (22, 'COLOUR', 'YELLOW_AND_WHITE', '黄白花', '黃白花', 'Yellow and white', 'Amarelo e branco'),
  (23, 'COLOUR', 'BLACK_AND_WHITE', '黑白花', '黑白花', 'Black and white', 'Preto e branco'),
  (24, 'COLOUR', 'BLACK', '黑色', '黑色', 'Black', 'Preto'),
  (25, 'COLOUR', 'RED', '红色', '紅色', 'Red', 'Vermelho'),
  (26, 'COLOUR', 'YELLOW', '黄色', '黃色', 'Yellow', 'Amarelo'),
  (27, 'COLOUR', 'BROWN', '褐色', '褐色', 'Brown', 'Marrom'),
  (28, 'COLOUR', 'GREY', '灰色', '灰色', 'Gray', 'Cinza'),
  (29, 'COLOUR', 'WHITE', '白色', '白色', 'White', 'Branco'),
  (31, 'UNIT', 'HEAD', '头', '頭', 'head', 'cabeça'),
  (32, 'UNIT', 'ANIMAL', '只', '隻', 'animal', 'animal'),
  (33, 'UNIT', 'KILOGRAM', '千克', '公斤', 'kilogram', 'quilograma'),
  (34, 'UNIT', 'TONNE', '吨', '公噸', 'metric ton', 'tonelada')
) as shipped (nth, kind, code, zh_cn, zh_tw, en_us, pt_br);

-- A category that an animal has and nobody shipped is called as it was written.
insert into lookups (kind, code, names, place)
select 'CATEGORY', category, jsonb_build_object('zh-CN', category, 'zh-TW', category, 'en-US', category, 'pt-BR', category), 6 + row_number() over (order by category)
from (select distinct category from animals) found
where category not in (select code from lookups where kind = 'CATEGORY');

create unique index lookups_code on lookups (kind, code) where deleted_at is null;
create unique index lookups_zh_cn on lookups (kind, lower(names ->> 'zh-CN')) where deleted_at is null;
create unique index lookups_zh_tw on lookups (kind, lower(names ->> 'zh-TW')) where deleted_at is null;
create unique index lookups_en_us on lookups (kind, lower(names ->> 'en-US')) where deleted_at is null;
create unique index lookups_pt_br on lookups (kind, lower(names ->> 'pt-BR')) where deleted_at is null;

alter table animals
  add column category_id bigint references lookups,
  add column origin_id bigint references lookups,
  add column colour_id bigint references lookups;
update animals a set category_id = l.id from lookups l where l.kind = 'CATEGORY' and l.code = a.category;
alter table animals alter column category_id set not null, drop column category;
create index animals_category on animals (category_id);
create index animals_origin on animals (origin_id) where origin_id is not null;
create index animals_colour on animals (colour_id) where colour_id is not null;
