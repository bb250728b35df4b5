-- What the platform publishes: articles, each in some languages -------------------------------------------------------------
create table articles (
  id bigint generated always as identity primary key,
  type text not null check (type in ('NEWS', 'POLICY', 'GUIDE')),
  -- By language: title, summary and body. Bodies are clean HTML.
  texts jsonb not null check (jsonb_typeof(texts) = 'object' and texts <> '{}'),
  cover_image_id uuid,
  -- When it appears on the site; null: not decided. Machine time.
  publish_at timestamptz,
  is_withdrawn boolean not null default false,
  author_id bigint references users,
  like record_columns including defaults
);
create index articles_published on articles (type, publish_at desc, id desc) where deleted_at is null and not is_withdrawn and publish_at is not null;

-- The pictures that content names, in whatever column or text, and those that it named once: an earlier version may come back.
create table content_pictures (
  owner text not null check (owner in ('ARTICLE', 'BANNER', 'PARTNERSHIP', 'WEB_HOME', 'ABOUT_PAGE', 'ORGANISATION', 'FEEDBACK')),
  owner_id bigint not null,
  file_id uuid not null references files,
  is_named boolean not null,
  primary key (owner, owner_id, file_id)
);
create index content_pictures_file on content_pictures (file_id);
