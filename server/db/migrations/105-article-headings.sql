-- What lists say of an article, apart from its bodies, so that no list reads those -------------------------------------------

-- The beginning of clean HTML as one line of plain text, for lists, share cards and search engines.
create function beginning_of(body text) returns text immutable return (
  select case when length(line) <= 160 then line else rtrim(left(line, 159)) || '…' end
  from (select btrim(regexp_replace(
    replace(replace(replace(replace(regexp_replace(left(body, 4000), '<[^>]*(>|$)', ' ', 'g'), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&'),
    '[\s\u00a0\u3000]+', ' ', 'g')) as line) said
);

-- By language: the title and the summary. Where nobody wrote a summary it is the beginning of the body.
create function headings_of(texts jsonb) returns jsonb immutable return (
  select coalesce(jsonb_object_agg(language, jsonb_build_object(
    'title', said -> 'title',
    'summary', coalesce(nullif(said ->> 'summary', ''), beginning_of(coalesce(said ->> 'body', ''))))), '{}')
  from jsonb_each(texts) as each_text (language, said)
);

alter table articles add column headings jsonb not null generated always as (headings_of(texts)) stored;
