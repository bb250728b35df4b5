-- Whoever is given an alert is told so; what was told is kept for a year and a bit ---------------------------------------
alter table alert_deliveries
  drop constraint alert_deliveries_reason_check,
  add constraint alert_deliveries_reason_check check (reason in ('RAISED', 'ESCALATED', 'ADMINISTRATOR', 'REMINDER', 'FLOOD', 'RESENT', 'ASSIGNED'));
create index alert_deliveries_queued on alert_deliveries (queued_at);
create index alert_deliveries_of_flood on alert_deliveries (flood_id) where flood_id is not null;
