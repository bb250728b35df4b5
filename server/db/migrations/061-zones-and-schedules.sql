-- Pens of one zone are one place to their animals: whoever goes from one to another has left none of them.
alter table pens add column zone_name text check (zone_name <> '');

-- A rule may be of one project, and in force only at times.
alter table alert_rules
  drop constraint alert_rules_scope_check,
  add constraint alert_rules_scope_check check (scope in ('PLATFORM', 'ORGANISATION', 'FARM', 'PROJECT')),
  add column schedule jsonb;
