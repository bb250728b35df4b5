-- Who took a neckband off, why, and how it looked. Earlier pairings do not know.
alter table pairings
  add column ended_by bigint references users,
  add column end_reason text,
  add column end_photo_id uuid references files;
create index pairings_end_photo on pairings (end_photo_id) where end_photo_id is not null;

-- Who put an animal into a group and took it out, and why.
alter table animal_group_members
  add column joined_by bigint references users,
  add column join_reason text,
  add column parted_by bigint references users,
  add column part_reason text;
