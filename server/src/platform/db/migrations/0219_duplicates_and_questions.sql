-- Whether the invoice of a document is a duplicate, so that the upload panel can say so.
alter table documents add column is_duplicate boolean not null default false;
update documents d set is_duplicate = true from invoices i
  where i.company_id = d.company_id and i.id = d.invoice_id and i.status = 1 and i.deleted_at is null;

-- What a customer asks the provider about a document that could not be read. Empty without a question.
alter table documents add column question text not null default '';
alter table documents add column question_at timestamptz;
alter table documents add column question_by text not null default '';
