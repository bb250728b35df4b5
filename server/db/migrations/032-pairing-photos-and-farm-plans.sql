-- The animal with its neckband, as it was paired.
alter table pairings add column photo_id uuid references files;
create index pairings_photo on pairings (photo_id) where photo_id is not null;

-- A picture of a farm's plan, placed by its corners: top left, top right, bottom right, bottom left.
alter table farms
  add column plan_image_id uuid references files,
  add column plan_corners jsonb,
  add column plan_opacity double precision not null default 0.7 check (plan_opacity > 0 and plan_opacity <= 1),
  add constraint farms_plan_placed check (plan_image_id is null or plan_corners is not null);
create index farms_plan_image on farms (plan_image_id) where plan_image_id is not null;

-- What runs on a neckband, as its maker calls it.
alter table neckbands add column firmware text;
create index neckbands_firmware on neckbands (owner_org_id, model, firmware) where firmware is not null;
