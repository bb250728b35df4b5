-- A loan and the herd that secures it: whose people follow it, what is pledged, at which price, and how many heads ---------
alter table projects
  add column remark text,
  -- Coverage (eligible value / balance of the loan) below which the bank is warned, and below which it may act.
  add column warning_line numeric(6, 4) not null default 1.2 check (warning_line > 0),
  add column minimum_line numeric(6, 4) not null default 1 check (minimum_line > 0),
  -- How fresh a reading is that counts a head as heard.
  add column window_minutes integer not null default 60 check (window_minutes between 1 and 10080),
  add column updated_at timestamptz not null default now(),
  add column version integer not null default 1,
  add column deleted_at timestamptz,
  add column deleted_by bigint references users,
  alter column created_at set default now(),
  add check (minimum_line <= warning_line),
  add check (starts_on <= ends_on),
  add check (loan_amount >= 0);
alter table projects alter column bank_org_id drop not null;
alter table projects add check (status = 'DRAFT' or bank_org_id is not null);
alter table projects drop constraint projects_code_key;
-- Of each supervisor its own: that a code is taken tells nothing of the projects of others.
create unique index projects_code on projects (supervisor_org_id, code) where deleted_at is null;
create index projects_bank on projects (bank_org_id, status);
create index projects_borrower on projects (borrower_org_id, status);
create index projects_supervisor on projects (supervisor_org_id, status);

create table project_users (
  project_id bigint not null references projects on delete cascade,
  user_id bigint not null references users,
  org_role text not null check (org_role in ('SUPERVISOR', 'BANK', 'BORROWER', 'BANK_NO_ORG')),
  primary key (project_id, user_id)
);
create index project_users_user on project_users (user_id);

-- What is left of the loan, as the bank says it. The newest row counts; without one it is the amount of the loan.
create table loan_balances (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects,
  balance numeric(18, 2) not null check (balance >= 0),
  as_of date not null,
  note text,
  document_id uuid references files,
  recorded_by bigint references users,
  recorded_at timestamptz not null
);
create index loan_balances_project on loan_balances (project_id, id desc);
create trigger loan_balances_keep before update or delete or truncate on loan_balances
  for each statement execute function refuse_change();

-- One line of a project's collateral: animals of one category at one price. It is drafted, asked for, counted, taken away.
create table collateral_lines (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects,
  category_id bigint not null references lookups,
  unit_id bigint not null references lookups,
  quantity numeric(14, 3) not null check (quantity > 0),
  unit_price numeric(15, 2) not null check (unit_price >= 0),
  priced_on date not null,
  price_source text not null check (length(price_source) > 0),
  haircut numeric(5, 4) not null default 0 check (haircut >= 0 and haircut < 1),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PENDING', 'ACTIVE', 'ENDED')),
  remark text,
  -- Σ heads of its ledger entries; only the trigger of the ledger writes it.
  ledger_heads integer not null default 0 check (ledger_heads >= 0),
  like record_columns including defaults,
  unique (id, project_id)
);
create index collateral_lines_project on collateral_lines (project_id);

-- Every price that a line ever had.
create table collateral_prices (
  id bigint generated always as identity primary key,
  line_id bigint not null references collateral_lines,
  unit_price numeric(15, 2) not null check (unit_price >= 0),
  priced_on date not null,
  price_source text not null,
  haircut numeric(5, 4) not null,
  ticket_id bigint references tickets,
  recorded_by bigint references users,
  recorded_at timestamptz not null
);
create index collateral_prices_line on collateral_prices (line_id, id desc);
create trigger collateral_prices_keep before update or delete or truncate on collateral_prices
  for each statement execute function refuse_change();

-- An animal is claimed when its pledge is asked for, pledged when that is approved, and free again when it ended. It is in one
-- claim or pledge at the most, whoever asks, whatever the organisation.
create table pledges (
  id bigint generated always as identity primary key,
  animal_id bigint not null references animals,
  project_id bigint not null,
  line_id bigint not null,
  claimed_at timestamptz not null,
  pledged_at timestamptz,
  ended_at timestamptz,
  end_reason text check (end_reason in ('REFUSED', 'WITHDRAWN', 'REMOVED', 'RELEASED', 'SUBSTITUTED', 'CLOSED')),
  -- Whether the ledger counts its head; only the trigger of the ledger writes it.
  is_counted boolean not null default false,
  foreign key (line_id, project_id) references collateral_lines (id, project_id),
  check ((ended_at is null) = (end_reason is null)),
  check (not is_counted or (pledged_at is not null and ended_at is null))
);
create unique index pledges_live on pledges (animal_id) where ended_at is null;
create index pledges_animal on pledges (animal_id);
create index pledges_project on pledges (project_id) where ended_at is null;
create index pledges_line on pledges (line_id);

-- The headcount ledger. An entry is one event of one line: it adds heads or takes them away, is never changed, and is put
-- right by another entry. The time when it happened and the time when it was noted are two.
create table ledger_entries (
  id bigint generated always as identity primary key,
  project_id bigint not null,
  line_id bigint not null,
  kind text not null check (kind in ('OPENING', 'BIRTH', 'PURCHASE', 'TRANSFER', 'DEATH', 'SALE', 'SLAUGHTER', 'THEFT', 'RELEASE',
    'SUBSTITUTION', 'CORRECTION')),
  heads integer not null check (heads <> 0),
  reason text not null check (length(reason) > 0),
  document_id uuid references files,
  ticket_id bigint references tickets,
  corrects_id bigint references ledger_entries,
  recorded_by bigint references users,
  happened_at timestamptz not null,
  recorded_at timestamptz not null,
  foreign key (line_id, project_id) references collateral_lines (id, project_id),
  check ((kind = 'CORRECTION') = (corrects_id is not null))
);
create index ledger_entries_project on ledger_entries (project_id, id desc);
create index ledger_entries_line on ledger_entries (line_id);
create trigger ledger_entries_keep before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();

-- The heads behind an entry, one by one.
create table ledger_heads (
  entry_id bigint not null references ledger_entries,
  pledge_id bigint not null references pledges,
  primary key (entry_id, pledge_id)
);
create index ledger_heads_pledge on ledger_heads (pledge_id);
create trigger ledger_heads_keep before update or delete or truncate on ledger_heads
  for each statement execute function refuse_change();

-- A head is counted once and taken off once: of two entries at the same moment one waits for the other, and is refused.
create function count_heads() returns trigger language plpgsql security definer as $$
declare
  asked bigint;
  done bigint;
begin
  select count(*) into asked from added;
  with moved as (
    update pledges p set is_counted = e.heads > 0
    from added a join ledger_entries e on e.id = a.entry_id
    where p.id = a.pledge_id and p.line_id = e.line_id and p.is_counted = (e.heads < 0) and p.ended_at is null
    returning 1
  )
  select count(*) into done from moved;
  if done <> asked then
    raise exception 'a head is counted once' using errcode = 'DR006';
  end if;
  -- An entry that is committed has all its heads: whatever is added later is one too many.
  if exists (
    select from ledger_entries e where e.id in (select entry_id from added)
      and (select count(*) from ledger_heads h where h.entry_id = e.id) > abs(e.heads)
  ) then
    raise exception 'an entry has the heads that it says' using errcode = 'DR007';
  end if;
  update collateral_lines l set ledger_heads = l.ledger_heads + s.heads
  from (
    select e.line_id, sum(sign(e.heads))::int as heads from added a join ledger_entries e on e.id = a.entry_id group by e.line_id
  ) s where l.id = s.line_id;
  return null;
end $$;
create trigger ledger_heads_count after insert on ledger_heads
  referencing new table as added for each statement execute function count_heads();

-- At the end of the transaction an entry has the heads that it says.
create function require_heads() returns trigger language plpgsql security definer as $$
begin
  if abs(new.heads) <> (select count(*) from ledger_heads where entry_id = new.id) then
    raise exception 'entry % does not have the heads that it says', new.id using errcode = 'DR007';
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_heads after insert on ledger_entries
  deferrable initially deferred for each row execute function require_heads();

-- Whoever writes pledges or lines beside the ledger leaves what the ledger says of them.
create function keep_count() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'pledges' then
    if new.is_counted is distinct from (case when tg_op = 'INSERT' then false else old.is_counted end) and pg_trigger_depth() < 2 then
      raise exception 'the ledger alone counts heads' using errcode = 'DR008';
    end if;
    -- What the ledger says of a head it says of this animal, in this line.
    if tg_op = 'UPDATE' and (new.id, new.animal_id, new.line_id) is distinct from (old.id, old.animal_id, old.line_id) then
      raise exception 'a pledge keeps its animal and its line' using errcode = 'DR008';
    end if;
  elsif new.ledger_heads is distinct from (case when tg_op = 'INSERT' then 0 else old.ledger_heads end) and pg_trigger_depth() < 2 then
    raise exception 'the ledger alone counts heads' using errcode = 'DR008';
  end if;
  return new;
end $$;
create trigger pledges_count before insert or update on pledges for each row execute function keep_count();
create trigger collateral_lines_count before insert or update on collateral_lines for each row execute function keep_count();

do $$ begin
  execute format('alter function count_heads() set search_path = %I, pg_temp', current_schema());
  execute format('alter function require_heads() set search_path = %I, pg_temp', current_schema());
end $$;
