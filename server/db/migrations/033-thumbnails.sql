-- A small picture beside a large one, kept as it is: by the hash of its content. One that is small itself has none, nor have those of before.
alter table files
  add column thumbnail_hash text check (thumbnail_hash ~ '^[0-9a-f]{64}$'),
  add column thumbnail_size bigint check (thumbnail_size >= 0),
  add constraint files_thumbnail check ((thumbnail_hash is null) = (thumbnail_size is null));
create index files_thumbnail_hash on files (thumbnail_hash) where thumbnail_hash is not null;
