-- The farms whose readings came in all the same, past an outside broker that was away: it is no break of theirs.
alter table listening_breaks add column spared_farm_ids bigint[] not null default '{}';
