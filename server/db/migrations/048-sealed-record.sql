-- The sealed record: a hash chain over rows that nobody may change unseen. What a transaction notes it also queues; the server
-- seals what was committed, in the order of the queue.
create table seal_queue (
  id bigint generated always as identity primary key,
  source text not null,
  row_key text not null,
  queued_at timestamptz not null default clock_timestamp()
);

-- The chain. `hash` is of the hash before it, and of all that stands beside it. Machine time.
create table seal_entries (
  place bigint primary key check (place > 0),
  source text not null,
  row_key text not null,
  sealed_at timestamptz not null,
  row_hash bytea not null check (length(row_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  unique (source, row_key)
);
create trigger seal_entries_keep before update or delete or truncate on seal_entries
  for each statement execute function refuse_change();

-- A day (UTC) of sealing that ended: its root stands for all entries up to its last one.
create table seals (
  root text primary key check (root ~ '^[0-9a-f]{64}$'),
  day date not null unique,
  last_place bigint not null unique references seal_entries,
  sealed_at timestamptz not null
);
create trigger seals_keep before update or delete or truncate on seals for each statement execute function refuse_change();

-- Sealed rows that were deleted by law or by the end of their time, and why.
create table seal_erasures (
  id bigint generated always as identity primary key,
  source text not null,
  row_key text not null,
  reason text not null check (reason in ('PRIVACY', 'RETENTION')),
  erased_at timestamptz not null,
  unique (source, row_key)
);
create trigger seal_erasures_keep before update or delete or truncate on seal_erasures
  for each statement execute function refuse_change();

-- What came of the newest check of the whole record: one row.
create table seal_checks (
  is_newest boolean primary key default true check (is_newest),
  checked_at timestamptz not null,
  -- The day of the first row that does not fit; null: all fit, or it is not sealed yet.
  broken_day date,
  is_whole boolean not null
);

-- Queues the rows of a statement: source, key, and the column by whose value a row is due (of an update: whose value is new).
create function queue_for_seal() returns trigger language plpgsql as $$
declare
  due text := 'true';
begin
  if tg_nargs > 2 then due := format('a.%I is not null', tg_argv[2]); end if;
  if tg_op = 'UPDATE' then due := due || format(' and exists (select from gone g where g.id = a.id and g.%I is null)', tg_argv[2]); end if;
  execute format('insert into seal_queue (source, row_key) select %L, %s from added a where %s', tg_argv[0], tg_argv[1], due);
  return null;
end $$;

do $$
declare
  part text[];
begin
  -- Source, table, key, and the column by whose value a row is due.
  foreach part slice 1 in array array[
    ['ledger_entries', 'ledger_entries', 'a.id::text', ''],
    ['ledger_heads', 'ledger_heads', 'a.entry_id || '':'' || a.pledge_id', ''],
    ['collateral_prices', 'collateral_prices', 'a.id::text', ''],
    ['loan_balances', 'loan_balances', 'a.id::text', ''],
    ['day_closes', 'day_closes', 'a.id::text', ''],
    ['head_explanations', 'head_explanations', 'a.id::text', ''],
    ['daily_logs', 'daily_logs', 'a.id::text', ''],
    ['daily_log_counts', 'daily_log_counts', 'a.log_id || '':'' || a.pen_id', ''],
    ['daily_log_photos', 'daily_log_photos', 'a.log_id || '':'' || a.place', ''],
    ['security_events', 'security_events', 'a.id::text', ''],
    ['seal_erasures', 'seal_erasures', 'a.id::text', ''],
    ['files', 'ledger_entries', 'a.document_id::text', 'document_id'],
    ['files', 'loan_balances', 'a.document_id::text', 'document_id'],
    ['files', 'daily_log_photos', 'a.image_id::text', 'image_id'],
    ['tickets', 'tickets', 'a.id::text', 'decided_at'],
    ['ticket_steps', 'ticket_steps', 'a.id::text', 'decided_at'],
    ['alerts', 'alerts', 'a.id::text', 'cleared_at'],
    ['alert_acknowledgements', 'alerts', 'a.id::text', 'acknowledged_at']
  ] loop
    execute format('create trigger %I after insert on %I referencing new table as added for each statement execute function queue_for_seal(%s)',
      part[2] || '_seal_' || part[1], part[2], concat_ws(', ', quote_literal(part[1]), quote_literal(part[3]), quote_literal(nullif(part[4], ''))));
    if part[2] in ('tickets', 'ticket_steps', 'alerts') then
      execute format('create trigger %I after update on %I referencing old table as gone new table as added for each statement execute function queue_for_seal(%L, %L, %L)',
        part[2] || '_seal_' || part[1] || '_changed', part[2], part[1], part[3], part[4]);
    end if;
    -- What is there already is sealed first.
    execute format('insert into seal_queue (source, row_key) select %L, %s from %I a where %s order by 2',
      part[1], part[3], part[2], case part[4] when '' then 'true' else format('a.%I is not null', part[4]) end);
  end loop;
end $$;
