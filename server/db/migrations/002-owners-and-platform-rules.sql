-- Whose a neckband is that no animal wears: nobody else may see it.
alter table neckbands add column owner_org_id bigint references organisations;
create index neckbands_owner on neckbands (owner_org_id);

-- The platform's rules, with their defaults: what is in force where nobody set anything else.
insert into alert_rules (kind, scope, severity, updated_at) values
  ('NECKBAND_SILENT', 'PLATFORM', 'MAJOR', now()),
  ('SITE_OUTAGE', 'PLATFORM', 'MAJOR', now()),
  ('GATEWAY_OFFLINE', 'PLATFORM', 'MAJOR', now()),
  ('LEFT_PEN', 'PLATFORM', 'CRITICAL', now()),
  ('LOW_BATTERY', 'PLATFORM', 'MINOR', now())
on conflict do nothing;
