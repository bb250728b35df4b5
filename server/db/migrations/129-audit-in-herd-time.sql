-- When a change was made by the herd's clock, which past views go by; null where it was not noted: as by the machine's clock.
alter table audit_entries add column herd_at timestamptz;
