-- A balance that puts another one right says which. From its recording on the other one no longer counts.
alter table loan_balances add column corrects_id bigint references loan_balances;
create index loan_balances_corrects on loan_balances (corrects_id) where corrects_id is not null;
create index loan_balances_newest on loan_balances (project_id, as_of desc, id desc);
create trigger loan_balances_seal_balance_corrections after insert on loan_balances referencing new table as added
  for each statement execute function queue_for_seal('balance_corrections', 'a.id::text', 'corrects_id');
