-- A pen can be what an alert is about.
alter table alerts
  drop constraint alerts_subject_type_check,
  add constraint alerts_subject_type_check check (subject_type in ('ANIMAL', 'NECKBAND', 'GATEWAY', 'PEN', 'FARM'));
