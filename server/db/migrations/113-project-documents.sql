-- What the parties add to a project itself: leases, permits, letters. Never changed, never taken away, and part of the sealed record.
create table project_documents (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects,
  document_id uuid not null references files,
  about text not null check (length(about) between 1 and 200),
  added_by bigint not null references users,
  added_at timestamptz not null,
  unique (project_id, document_id)
);
create index project_documents_document on project_documents (document_id);
create trigger project_documents_keep before update or delete or truncate on project_documents
  for each statement execute function refuse_change();
create trigger project_documents_seal_project_documents after insert on project_documents referencing new table as added
  for each statement execute function queue_for_seal('project_documents', 'a.id::text');
create trigger project_documents_seal_files after insert on project_documents referencing new table as added
  for each statement execute function queue_for_seal('files', 'a.document_id::text', 'document_id');
