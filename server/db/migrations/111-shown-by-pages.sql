-- What a page sounded for or showed on the desktop is a delivery, too -----------------------------------------------------
alter table alert_deliveries
  drop constraint alert_deliveries_channel_check,
  add constraint alert_deliveries_channel_check check (channel in ('CONSOLE', 'DESKTOP', 'SOUND', 'MAIL', 'SMS', 'WEBHOOK', 'WECOM', 'DINGTALK', 'FEISHU'));
