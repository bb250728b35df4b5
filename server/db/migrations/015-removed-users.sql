-- Users are records like all others, though nobody removes them yet: they are disabled -----------------------------------

alter table users
  add column deleted_at timestamptz,
  add column deleted_by bigint references users;
