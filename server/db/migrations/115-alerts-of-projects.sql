-- An alert about a loan is of its project, which is another subject on each of its farms.
alter table alerts
  drop constraint alerts_subject_type_check,
  add constraint alerts_subject_type_check check (subject_type in ('ANIMAL', 'NECKBAND', 'GATEWAY', 'PEN', 'FARM', 'WALL', 'PROJECT'));
drop index alerts_open;
create unique index alerts_open on alerts (kind, subject_type, subject_id, (case subject_type when 'PROJECT' then farm_id else 0 end)) where cleared_at is null;
