-- The public page of an organisation: what is there once, and the items of its sections -------------------------------------
create table organisation_pages (
  organisation_id bigint primary key references organisations,
  -- Grows with each change of any section; 0: none was ever kept.
  version integer not null default 0,
  banner_image_id uuid,
  introduction text not null default '',
  official_account_image_id uuid,
  updated_at timestamptz not null default now()
);

create table organisation_page_items (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisation_pages,
  section text not null check (section in ('USE_CASE', 'NEWS', 'PARTNERSHIP', 'LINK')),
  -- What the call of its section takes.
  content jsonb not null
);
create index organisation_page_items_page on organisation_page_items (organisation_id, section);
