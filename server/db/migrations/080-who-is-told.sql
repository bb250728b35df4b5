-- Who is told of alerts: rosters, escalation, channels, and what became of each delivery ---------------------------------

-- Who watches over which farms. No farm named: all of the organisation.
create table rosters (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations,
  name text not null check (length(name) between 1 and 100),
  time_zone text not null,
  like record_columns including defaults
);
create index rosters_organisation on rosters (organisation_id) where deleted_at is null;

create table roster_farms (
  roster_id bigint not null references rosters on delete cascade,
  farm_id bigint not null references farms on delete cascade,
  primary key (roster_id, farm_id)
);
create index roster_farms_farm on roster_farms (farm_id);

-- A pattern of the week, in the roster's time zone. Who is in layer 1 is told first. A shift that ends at or before its beginning ends on the next day.
create table roster_shifts (
  id bigint generated always as identity primary key,
  roster_id bigint not null references rosters on delete cascade,
  layer smallint not null check (layer between 1 and 5),
  user_id bigint not null references users on delete cascade,
  -- 1 is Monday.
  days smallint[] not null check (cardinality(days) between 1 and 7 and days <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[]),
  from_minute smallint not null check (from_minute between 0 and 1439),
  to_minute smallint not null check (to_minute between 0 and 1439)
);
create index roster_shifts_roster on roster_shifts (roster_id);
create index roster_shifts_user on roster_shifts (user_id);

-- Who takes whose place on all rosters of an organisation for a while.
create table roster_stand_ins (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations,
  away_user_id bigint not null references users on delete cascade,
  cover_user_id bigint not null references users on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  named_by bigint references users on delete set null,
  named_at timestamptz not null,
  check (away_user_id <> cover_user_id),
  check (starts_at < ends_at)
);
create index roster_stand_ins_organisation on roster_stand_ins (organisation_id, ends_at);
create index roster_stand_ins_away on roster_stand_ins (away_user_id);
create index roster_stand_ins_cover on roster_stand_ins (cover_user_id);

-- What one shift tells the next, and which alerts were open then. Rows are only ever added.
create table roster_hand_overs (
  id bigint generated always as identity primary key,
  roster_id bigint not null references rosters,
  at timestamptz not null,
  by_user_id bigint not null references users,
  note text not null check (length(note) <= 4000),
  open_alerts jsonb not null
);
create index roster_hand_overs_roster on roster_hand_overs (roster_id, id desc);
create trigger roster_hand_overs_keep before update or delete or truncate on roster_hand_overs
  for each statement execute function refuse_change();

-- How long an alert waits for somebody, by severity; an organisation without a row has the usual one.
create table alert_policies (
  organisation_id bigint primary key references organisations on delete cascade,
  version integer not null default 1,
  escalate_minutes jsonb not null,
  remind_minutes integer check (remind_minutes between 1 and 1440),
  updated_at timestamptz not null
);

-- Where an organisation's alerts go besides its people. Addresses of robots carry keys: they are kept encrypted.
create table alert_channels (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations,
  kind text not null check (kind in ('WEBHOOK', 'WECOM', 'DINGTALK', 'FEISHU')),
  name text not null check (length(name) between 1 and 100),
  host text not null,
  address_sealed bytea not null,
  secret_sealed bytea,
  severities text[] not null,
  language text not null,
  is_enabled boolean not null default true,
  -- When test messages were sent last, the newest first.
  tested_at timestamptz[] not null default '{}',
  like record_columns including defaults
);
create index alert_channels_organisation on alert_channels (organisation_id) where deleted_at is null;

-- How somebody wants to be told; who has no row is told in the usual way.
create table notification_settings (
  user_id bigint primary key references users on delete cascade,
  version integer not null default 1,
  language text not null,
  time_zone text not null,
  channels jsonb not null,
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  quiet_severities text[] not null default '{}',
  updated_at timestamptz not null,
  check ((quiet_from is null) = (quiet_to is null))
);

-- Whom an alert is still to be told to, and when. Written by the statement that raises it, so that no end of the server loses it. Herd time.
create table alert_escalations (
  alert_id bigint primary key references alerts on delete cascade,
  organisation_id bigint references organisations,
  -- The next telling; 0: nobody was told yet.
  step integer not null default 0,
  -- How far it has got: the layers of rosters in their order, then administrators.
  rung integer not null default 0,
  escalate_at timestamptz,
  remind_at timestamptz,
  -- The earlier of the two; null: nothing is to come.
  due_at timestamptz,
  ended_at timestamptz,
  ended_because text check (ended_because in ('LATE', 'ACKNOWLEDGED', 'CLOSED', 'CLEARED', 'NOBODY', 'HISTORY')),
  check ((ended_at is null) = (ended_because is null))
);
create index alert_escalations_due on alert_escalations (due_at, alert_id) where ended_at is null and due_at is not null;

-- A time in which somebody, or a channel, gets more alerts than can be read: all but CRITICAL are told together. Herd time.
create table alert_floods (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations,
  user_id bigint references users on delete cascade,
  channel_id bigint references alert_channels on delete cascade,
  begun_at timestamptz not null,
  ended_at timestamptz,
  check ((user_id is null) <> (channel_id is null))
);
create unique index alert_floods_open on alert_floods (user_id, channel_id) nulls not distinct where ended_at is null;

-- Each telling of an alert, or of a flood, to somebody or to a channel of the organisation.
create table alert_deliveries (
  id bigint generated always as identity primary key,
  alert_id bigint references alerts on delete cascade,
  flood_id bigint references alert_floods on delete cascade,
  organisation_id bigint not null references organisations,
  step integer not null,
  reason text not null check (reason in ('RAISED', 'ESCALATED', 'ADMINISTRATOR', 'REMINDER', 'FLOOD', 'RESENT')),
  user_id bigint references users on delete cascade,
  channel_id bigint references alert_channels on delete cascade,
  channel text not null check (channel in ('CONSOLE', 'MAIL', 'SMS', 'WEBHOOK', 'WECOM', 'DINGTALK', 'FEISHU')),
  -- SKIPPED: the person wanted none, or not then. FOLDED: told by the notice of a flood.
  state text not null check (state in ('QUEUED', 'SENT', 'FAILED', 'SKIPPED', 'FOLDED')),
  fault text,
  -- Herd time.
  planned_at timestamptz not null,
  -- Machine time.
  queued_at timestamptz not null,
  sent_at timestamptz,
  read_at timestamptz,
  acted_at timestamptz,
  check (alert_id is not null or flood_id is not null),
  check ((user_id is null) <> (channel_id is null))
);
-- Nobody is told twice of one thing by one channel.
create unique index alert_deliveries_once on alert_deliveries (alert_id, step, user_id, channel_id, channel) nulls not distinct where alert_id is not null;
create unique index alert_deliveries_flood on alert_deliveries (flood_id, step, user_id, channel_id, channel) nulls not distinct where alert_id is null;
create index alert_deliveries_organisation on alert_deliveries (organisation_id, id);
create index alert_deliveries_user on alert_deliveries (user_id, planned_at);
create index alert_deliveries_channel on alert_deliveries (channel_id, planned_at) where channel_id is not null;

alter table outbox
  drop constraint outbox_kind_check,
  add constraint outbox_kind_check check (kind in ('MAIL', 'SMS', 'WEBHOOK', 'WECOM', 'DINGTALK', 'FEISHU')),
  -- Until when it is tried, where that is not as long as others of its kind.
  add column give_up_at timestamptz,
  add column delivery_id bigint,
  add column channel_id bigint;
alter table notices add column delivery_id bigint;

-- The plan, in the transaction of the alerts. What happened long before it was heard of is told to nobody.
create function plan_alerts() returns trigger language plpgsql as $$
begin
  insert into alert_escalations (alert_id, organisation_id, due_at, ended_at, ended_because)
  select a.id, f.supervisor_org_id, a.raised_at,
    case when a.is_late then a.raised_at end, case when a.is_late then 'LATE' end
  from raised a join farms f on f.id = a.farm_id where a.cleared_at is null;
  return null;
end $$;
create trigger alerts_plan after insert on alerts referencing new table as raised for each statement execute function plan_alerts();

-- Whoever acknowledged it has acted; nobody else is told from then on, nor once it is over. One that is open again is told on.
create function end_alert_plans() returns trigger language plpgsql as $$
begin
  update alert_escalations e
  set ended_at = coalesce(a.acknowledged_at, a.closed_at, a.cleared_at),
    ended_because = case when a.acknowledged_at is not null then 'ACKNOWLEDGED' when a.closed_at is not null then 'CLOSED' else 'CLEARED' end
  from changed a where e.alert_id = a.id and e.ended_at is null and (a.acknowledged_at is not null or a.closed_at is not null or a.cleared_at is not null);
  update alert_escalations e set ended_at = null, ended_because = null
  from changed a where e.alert_id = a.id and e.ended_because = 'CLEARED' and a.acknowledged_at is null and a.closed_at is null and a.cleared_at is null;
  update alert_deliveries d set acted_at = a.acknowledged_at, read_at = coalesce(d.read_at, a.acknowledged_at)
  from changed a where a.acknowledged_at is not null and d.alert_id = a.id and d.user_id = a.acknowledged_by and d.acted_at is null;
  return null;
end $$;
create trigger alerts_end_plans after update on alerts referencing new table as changed for each statement execute function end_alert_plans();

-- A message that was sent, or given up, says so of its delivery.
create function keep_delivery() returns trigger language plpgsql as $$
begin
  update alert_deliveries set state = case when new.sent_at is null then 'FAILED' else 'SENT' end, sent_at = new.sent_at, fault = case when new.sent_at is null then new.error end
  where id = new.delivery_id;
  return null;
end $$;
create trigger outbox_delivery after update of sent_at, failed_at on outbox for each row
  when (new.delivery_id is not null and (new.sent_at is distinct from old.sent_at or new.failed_at is distinct from old.failed_at)) execute function keep_delivery();

create function keep_delivery_read() returns trigger language plpgsql as $$
begin
  update alert_deliveries set read_at = new.read_at where id = new.delivery_id and read_at is null;
  return null;
end $$;
create trigger notices_delivery after update of read_at on notices for each row
  when (new.delivery_id is not null and old.read_at is null and new.read_at is not null) execute function keep_delivery_read();
