-- When a ticket was raised and decided by the herd's clock, which past views go by; null where it was not noted: as by the machine's clock.
alter table tickets add column raised_in_herd timestamptz, add column decided_in_herd timestamptz;
create trigger tickets_seal_ticket_herd_times after insert on tickets referencing new table as added
  for each statement execute function queue_for_seal('ticket_herd_times', 'a.id::text', 'decided_at');
create trigger tickets_seal_ticket_herd_times_changed after update on tickets referencing old table as gone new table as added
  for each statement execute function queue_for_seal('ticket_herd_times', 'a.id::text', 'decided_at');
insert into seal_queue (source, row_key) select 'ticket_herd_times', id::text from tickets where decided_at is not null order by id;
