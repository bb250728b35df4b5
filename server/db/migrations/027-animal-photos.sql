-- Photos of animals by angle: rows are added, and the newest of an angle is how the animal looks now.
create table animal_photos (
  like record_columns including defaults,
  id bigint generated always as identity primary key,
  animal_id bigint not null references animals on delete cascade,
  angle text not null check (angle in ('LEFT', 'RIGHT', 'FACE', 'REAR', 'EAR_TAG')),
  image_id uuid not null references files,
  -- Herd time.
  taken_at timestamptz not null,
  taken_by bigint references users
);
create index animal_photos_animal on animal_photos (animal_id, taken_at);
create index animal_photos_image on animal_photos (image_id);
