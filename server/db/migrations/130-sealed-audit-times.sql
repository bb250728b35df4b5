-- Past views go by the herd's clock of audited changes, so it is sealed, too.
create trigger audit_entries_seal_audit_herd_times after insert on audit_entries referencing new table as added
  for each statement execute function queue_for_seal('audit_herd_times', 'a.id::text', 'herd_at');
insert into seal_queue (source, row_key) select 'audit_herd_times', id::text from audit_entries where herd_at is not null order by id;
