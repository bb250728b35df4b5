-- The sealed record has what is said about a request, and the document that it is asked with, from the moment on in which they are
-- there: whether it is decided, refused or withdrawn later.
create index tickets_documents on tickets (((payload ->> 'documentId')::uuid)) where payload ->> 'documentId' is not null;

create trigger ticket_comments_seal_ticket_comments after insert on ticket_comments referencing new table as added
  for each statement execute function queue_for_seal('ticket_comments', 'a.id::text');

create function queue_ticket_documents() returns trigger language plpgsql as $$
begin
  insert into seal_queue (source, row_key)
  select 'files', (payload ->> 'documentId')::uuid::text from added where payload ->> 'documentId' is not null;
  return null;
end $$;
create trigger tickets_seal_files after insert on tickets referencing new table as added
  for each statement execute function queue_ticket_documents();

-- What is there already is sealed first.
insert into seal_queue (source, row_key) select 'ticket_comments', id::text from ticket_comments order by id;
insert into seal_queue (source, row_key)
select distinct 'files', (payload ->> 'documentId')::uuid::text from tickets where payload ->> 'documentId' is not null order by 2;
