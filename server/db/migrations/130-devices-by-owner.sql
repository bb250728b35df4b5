-- Device ids and policy numbers are unique within the organisation that manages them: a refusal tells nobody of another organisation's records.
-- What a device with several owners sends is decided at the ingest (server/herd/claims.ts).
alter table gateways add column owner_org_id bigint references organisations;
alter table insurance_policies add column owner_org_id bigint references organisations;
-- Whether another owner's device with this id had been heard when this one was registered: it gets nothing that may be the other's.
alter table gateways add column is_later_claim boolean not null default false;
alter table neckbands add column is_later_claim boolean not null default false;

create function set_owner_by_farm() returns trigger language plpgsql as $$
begin
  new.owner_org_id := (select supervisor_org_id from farms where id = new.farm_id);
  return new;
end $$;
create trigger gateways_owner before insert or update of farm_id, owner_org_id on gateways for each row execute function set_owner_by_farm();
create trigger insurance_policies_owner before insert or update of farm_id, owner_org_id on insurance_policies
  for each row execute function set_owner_by_farm();

create function note_later_gateway() returns trigger language plpgsql as $$
begin
  new.is_later_claim := exists (select from gateways o where o.mac = new.mac and o.id <> new.id and o.deleted_at is null and o.last_seen_at is not null);
  return new;
end $$;
create trigger gateways_later_claim before insert or update of mac, deleted_at on gateways for each row execute function note_later_gateway();
create function note_later_neckband() returns trigger language plpgsql as $$
begin
  new.is_later_claim := exists (select from neckbands o join neckband_states s on s.neckband_id = o.id
    where o.device_id = new.device_id and o.id <> new.id and o.deleted_at is null and s.heard_at is not null);
  return new;
end $$;
create trigger neckbands_later_claim before insert or update of device_id, deleted_at on neckbands for each row execute function note_later_neckband();

update gateways set owner_org_id = null;
update insurance_policies set owner_org_id = null;
update neckbands n set owner_org_id = f.supervisor_org_id from pairings p join animals a on a.id = p.animal_id join farms f on f.id = a.farm_id
  where p.neckband_id = n.id and p.to_at is null and n.owner_org_id is null and f.supervisor_org_id is not null;

drop index gateways_mac;
create unique index gateways_mac on gateways (mac, owner_org_id) nulls not distinct where deleted_at is null;
drop index neckbands_device_id;
create unique index neckbands_device_id on neckbands (device_id, owner_org_id) nulls not distinct where deleted_at is null;
drop index insurance_policies_number;
create unique index insurance_policies_number on insurance_policies (insurer, number, owner_org_id) nulls not distinct where deleted_at is null;
