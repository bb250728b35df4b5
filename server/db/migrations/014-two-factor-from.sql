-- The day from which an organisation's people need a second factor; null: ever since it requires one.
alter table organisations add column two_factor_from date;
