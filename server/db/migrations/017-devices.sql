-- What runs on a gateway, as its maker calls it.
alter table gateways add column firmware text;
create index pairings_neckband on pairings (neckband_id, from_at);
