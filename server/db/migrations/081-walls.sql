-- Walls that went silent -----------------------------------------------------------------------------------------------
alter table displays
  -- When it said last that it had painted what it was sent, herd time; null: it shows no monitor, and is not waited for.
  add column painted_at timestamptz;

alter table alerts
  drop constraint alerts_subject_type_check,
  add constraint alerts_subject_type_check check (subject_type in ('ANIMAL', 'NECKBAND', 'GATEWAY', 'PEN', 'FARM', 'WALL'));
