-- A worn neckband keeps its device id: another one would make the readings of another device those of the animal that wears it.
create function refuse_renaming_worn() returns trigger language plpgsql as $$
begin
  if exists (select from pairings where neckband_id = new.id and to_at is null) then
    raise exception 'neckband % is worn: its device id does not change', new.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger neckbands_worn before update of device_id on neckbands for each row
  when (old.device_id is distinct from new.device_id) execute function refuse_renaming_worn();
