alter table insurance_policies add column document_id uuid references files;
create index insurance_policies_document on insurance_policies (document_id) where document_id is not null;
