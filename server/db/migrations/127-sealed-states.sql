-- What figures rest on and may change: projects, collateral, herd, devices, tickets, alerts. Each version of a row is noted by a trigger
-- in the transaction that writes it, and sealed. A row that differs from its newest version was changed past the triggers.
set local timezone to 'UTC';

create table record_states (
  id bigint generated always as identity primary key,
  source text not null,
  row_key text not null,
  -- Null: the row was deleted. Long and personal values are noted by their SHA-256.
  state jsonb,
  noted_at timestamptz not null default clock_timestamp(),
  noted_by text not null default session_user
);
create index record_states_row on record_states (source, row_key, id);
create trigger record_states_keep before update or delete or truncate on record_states
  for each statement execute function refuse_change();
create trigger record_states_seal_record_states after insert on record_states referencing new table as added
  for each statement execute function queue_for_seal('record_states', 'a.id::text');

-- Notes the rows of a statement: source, key and state, both as SQL on `a`.
create function note_states() returns trigger language plpgsql security definer set timezone to 'UTC' as $$
declare
  rows_of text := format('select %s as k, %s as s from %%I a', tg_argv[1], tg_argv[2]);
begin
  if tg_op = 'INSERT' then
    execute format('insert into record_states (source, row_key, state) select %L, n.k, n.s from (%s) n', tg_argv[0], format(rows_of, 'added'));
  elsif tg_op = 'DELETE' then
    execute format('insert into record_states (source, row_key, state) select %L, n.k, null from (%s) n', tg_argv[0], format(rows_of, 'gone'));
  else
    execute format('insert into record_states (source, row_key, state)
      select %1$L, coalesce(n.k, o.k), n.s from (%2$s) n full join (%3$s) o on o.k = n.k where o.s is distinct from n.s',
      tg_argv[0], format(rows_of, 'added'), format(rows_of, 'gone'));
  end if;
  return null;
end $$;
do $$
begin
  execute format('alter function note_states() set search_path = %I, pg_temp', current_schema());
end $$;

do $$
declare
  part text[];
  state text;
  row_key text;
begin
  -- Table, key columns, noted columns, and those noted by their hash.
  foreach part slice 1 in array array[
    ['pledges', 'id', 'animal_id project_id line_id claimed_at pledged_at ended_at end_reason is_counted ticket_id', ''],
    ['collateral_lines', 'id', 'project_id category_id unit_id quantity unit_price priced_on price_source haircut status ledger_heads deleted_at', ''],
    ['projects', 'id', 'code name bank_org_id borrower_org_id supervisor_org_id contract_headcount loan_amount status starts_on ends_on warning_line minimum_line window_minutes created_at deleted_at', ''],
    ['project_farms', 'project_id farm_id', '', ''],
    ['stays', 'id', 'animal_id farm_id pen_id from_at to_at', ''],
    ['animals', 'id', 'visual_tag electronic_scheme electronic_tag farm_id pen_id category_id origin_id colour_id breed sex birth_date status in_herd_from in_herd_to left_on left_reason document_id deleted_at', ''],
    ['animal_tags', 'id', 'animal_id kind scheme value from_at to_at', ''],
    ['neckbands', 'id', 'device_id owner_org_id deleted_at', ''],
    ['pairings', 'id', 'neckband_id animal_id from_at to_at user_id reason ended_by end_reason', ''],
    ['farms', 'id', 'name address county_code borrower_org_id supervisor_org_id time_zone boundary window_minutes deleted_at', 'boundary'],
    ['pens', 'id', 'farm_id name polygon zone_name capacity deleted_at', 'polygon'],
    ['gateways', 'id', 'mac farm_id pen_id longitude latitude deleted_at', ''],
    ['tickets', 'id', 'kind state subject_type subject_id subject_name payload raised_by raised_org_id raised_at decided_at', 'subject_name payload'],
    ['ticket_steps', 'id', 'ticket_id place approver_role approver_org_id decision decided_by decided_at comment decided_for', 'comment'],
    ['movement_permits', 'id', 'ticket_id farm_id starts_at ends_at purpose certificate_no', ''],
    ['movement_permit_animals', 'permit_id animal_id', '', ''],
    ['ledger_drafts', 'id', 'project_id animal_id alert_id kind happened_on reason drafted_by drafted_at decided_at decided_by is_completed discarded_because', ''],
    ['alerts', 'id', 'kind severity subject_type subject_id farm_id pen_id animal_id raised_at since_at cleared_at acknowledged_at closed_at close_code settled_at reopened_at reopened_since', ''],
    ['alert_occurrences', 'id', 'alert_id since_at raised_at cleared_at', ''],
    ['insurance_policies', 'id', 'farm_id insurer number starts_on ends_on sum_per_head document_id deleted_at', ''],
    ['policy_animals', 'policy_id animal_id', '', ''],
    ['insurance_claims', 'id', 'policy_id happened_on cause amount document_id status decided_on paid_amount deleted_at', ''],
    ['animal_weights', 'id', 'animal_id weighed_on kg method source deleted_at', ''],
    ['claim_animals', 'claim_id animal_id', '', '']
  ] loop
    select string_agg(format('a.%I', c), ' || '':'' || ' order by place) into row_key from regexp_split_to_table(part[2], ' ') with ordinality as of_key (c, place);
    select string_agg(case when c = any (string_to_array(part[4], ' ')) then format('%L, encode(sha256(convert_to(a.%I::text, ''UTF8'')), ''hex'')', c, c)
      else format('%L, a.%I', c, c) end, ', ') into state from regexp_split_to_table(part[3], ' ') as noted (c) where c <> '';
    state := format('jsonb_build_object(%s)', state);
    row_key := format('(%s)::text', row_key);
    execute format('create trigger %I after insert on %I referencing new table as added for each statement execute function note_states(%L, %L, %L)',
      part[1] || '_state_added', part[1], part[1], row_key, state);
    execute format('create trigger %I after update on %I referencing old table as gone new table as added for each statement execute function note_states(%L, %L, %L)',
      part[1] || '_state_changed', part[1], part[1], row_key, state);
    execute format('create trigger %I after delete on %I referencing old table as gone for each statement execute function note_states(%L, %L, %L)',
      part[1] || '_state_deleted', part[1], part[1], row_key, state);
    -- What is there already is sealed first.
    execute format('insert into record_states (source, row_key, state) select %L, %s, %s from %I a', part[1], row_key, state, part[1]);
  end loop;
end $$;

-- The audit and what happened to alerts are sealed as they are: their rows never change.
create trigger audit_entries_seal_audit_entries after insert on audit_entries referencing new table as added
  for each statement execute function queue_for_seal('audit_entries', 'a.id::text');
create trigger alert_events_seal_alert_events after insert on alert_events referencing new table as added
  for each statement execute function queue_for_seal('alert_events', 'a.id::text');
insert into seal_queue (source, row_key) select 'audit_entries', id::text from audit_entries order by id;
insert into seal_queue (source, row_key) select 'alert_events', id::text from alert_events order by id;

-- What was there before was written at an unknown time.
alter table seal_queue add column was_there boolean not null default false;
update seal_queue set was_there = true;

-- A loan below its minimum is critical now.
update alerts set severity = 'CRITICAL'
  where kind = 'COVERAGE_LOW' and subject_type = 'PROJECT' and cleared_at is null and detail ->> 'state' = 'BELOW_MINIMUM';

-- The earliest herd time at which the row of a link can have been written. Null: the herd's clock was not the machine's.
alter table seal_entries add column written_at timestamptz;

-- Only what the law lets somebody erase is erased, and what nothing names.
alter table seal_erasures add constraint seal_erasures_lawful check (
  (source, reason) in (('security_events', 'PRIVACY'), ('security_events', 'RETENTION'), ('animal_photos', 'PRIVACY'), ('animal_photos', 'RETENTION'),
    ('daily_log_photos', 'PRIVACY'), ('alert_photos', 'PRIVACY'), ('files', 'PRIVACY'), ('files', 'UNNAMED'))) not valid;
