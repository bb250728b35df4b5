-- Files lie below the data directory under the SHA-256 of their content: here is what they are, and whose ---------------

alter table images rename to files;
alter index images_pkey rename to files_pkey;
alter index images_unclaimed rename to files_unclaimed;
alter table files
  -- What was kept here before; the next start moves it to a file.
  alter column content drop not null,
  -- Pictures alone have a size in pixels.
  alter column width drop not null,
  alter column height drop not null,
  add column hash text check (hash ~ '^[0-9a-f]{64}$'),
  -- Bytes.
  add column size bigint check (size >= 0),
  -- What a document was called where it came from.
  add column name text,
  add constraint files_kept check ((hash is null) = (content is not null) and (hash is null) = (size is null));
create index files_hash on files (hash);
create index files_uploaded_by on files (uploaded_by, uploaded_at) where uploaded_by is not null;
