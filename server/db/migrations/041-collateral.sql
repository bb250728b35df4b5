-- The animals that a drafted line would pledge. A draft keeps nobody else from them.
create table collateral_drafts (
  line_id bigint not null references collateral_lines,
  animal_id bigint not null references animals on delete cascade,
  primary key (line_id, animal_id)
);
create index collateral_drafts_animal on collateral_drafts (animal_id);

-- The request that a claim waits for.
alter table pledges add column ticket_id bigint references tickets;
create index pledges_claimed on pledges (line_id) where pledged_at is null and ended_at is null;

-- What a bank or supervisor asked of ear tags before lending.
alter table security_events drop constraint security_events_kind_check;
alter table security_events add constraint security_events_kind_check check (kind in ('SIGN_IN', 'SIGN_IN_FAILED', 'PROOF',
  'PROOF_FAILED', 'REFUSED', 'THROTTLED', 'EXPORT', 'SESSION_ENDED', 'COMMAND', 'PLEDGE_CHECK'));
