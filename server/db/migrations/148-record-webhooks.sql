-- Channels of organisations report records, too: which kinds of record events each gets.
alter table alert_channels add column events text[] not null default '{}';

-- A delivery is about an alert, a flood, or a record event.
alter table alert_deliveries
  add column record_event_id bigint references record_events,
  drop constraint alert_deliveries_check,
  add constraint alert_deliveries_about check (alert_id is not null or flood_id is not null or record_event_id is not null),
  drop constraint alert_deliveries_reason_check,
  add constraint alert_deliveries_reason_check check (reason ~ '^[A-Z_]+$');
create unique index alert_deliveries_record on alert_deliveries (record_event_id, channel_id) where record_event_id is not null;
-- Deliveries without an alert or a flood are once for each record event instead.
drop index alert_deliveries_flood;
create unique index alert_deliveries_flood on alert_deliveries (flood_id, step, user_id, channel_id, channel) nulls not distinct where alert_id is null and record_event_id is null;
