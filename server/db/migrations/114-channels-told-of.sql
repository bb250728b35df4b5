-- Deliveries say for as long as they are kept which channel was told: its record outlasts them.
alter table alert_deliveries
  drop constraint alert_deliveries_channel_id_fkey,
  add constraint alert_deliveries_channel_id_fkey foreign key (channel_id) references alert_channels;
