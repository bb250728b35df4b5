-- Why a ticket was withdrawn: by whoever raised it, or with the approval of another that left it no subject. Machine time.
create table ticket_withdrawals (
  ticket_id bigint primary key references tickets,
  withdrawn_by bigint references users,
  overtaken_by bigint references tickets,
  comment text not null,
  at timestamptz not null,
  check ((withdrawn_by is null) <> (overtaken_by is null))
);
create trigger ticket_withdrawals_keep before update or delete or truncate on ticket_withdrawals
  for each statement execute function refuse_change();
create trigger ticket_withdrawals_seal_ticket_withdrawals after insert on ticket_withdrawals referencing new table as added
  for each statement execute function queue_for_seal('ticket_withdrawals', 'a.ticket_id::text');
