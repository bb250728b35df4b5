-- The county of a farm: six digits of GB/T 2260.
alter table farms add column county_code text check (county_code ~ '^[1-9][0-9]{5}$');
