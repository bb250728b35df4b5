-- Names in Chinese are found by what they are spelled like, however many there are --------------------------------------

-- The syllable of each Chinese character, as the server reads it: filled when the database is migrated.
create table pinyin (
  character text primary key,
  syllable text not null
);

-- What a name is spelled like: a blank and the syllable of each Chinese character, `_` and any other character in lower case;
-- nothing for a name without any.
create function spell(name text) returns text language sql stable as $$
  select case when name ~ '[一-鿿]' then string_agg(coalesce(' ' || p.syllable, '_' || lower(c.character)), '' order by c.place) else '' end
  from unnest(string_to_array(name, null)) with ordinality as c (character, place) left join pinyin p on p.character = c.character
$$;

-- Keeps what the column that the trigger names is spelled like.
create function keep_pinyin() returns trigger language plpgsql as $$
begin
  new.pinyin := coalesce(spell(to_jsonb(new) ->> tg_argv[0]), '');
  return new;
end $$;

alter table farms add column pinyin text not null default '';
alter table projects add column pinyin text not null default '';
alter table organisations add column pinyin text not null default '';
alter table users add column pinyin text not null default '';
alter table tickets add column pinyin text not null default '';
create trigger farms_pinyin before insert or update of name on farms for each row execute function keep_pinyin('name');
create trigger projects_pinyin before insert or update of name on projects for each row execute function keep_pinyin('name');
create trigger organisations_pinyin before insert or update of name on organisations for each row execute function keep_pinyin('name');
create trigger users_pinyin before insert or update of display_name on users for each row execute function keep_pinyin('display_name');
create trigger tickets_pinyin before insert or update of subject_name on tickets for each row execute function keep_pinyin('subject_name');
