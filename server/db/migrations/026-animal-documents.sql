-- What says that an animal left the herd, or came back: a document of its record now, and each that ever was.
alter table animals add column document_id uuid references files;
create index animals_document on animals (document_id) where document_id is not null;
create table animal_documents (
  animal_id bigint not null references animals on delete cascade,
  document_id uuid not null references files,
  primary key (animal_id, document_id)
);
create index animal_documents_document on animal_documents (document_id);
