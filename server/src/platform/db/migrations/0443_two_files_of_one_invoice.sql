-- A PDF and an e-invoice of the same invoice are one document (decision 0145).
alter table documents
  -- The document that this one was joined into; it is nowhere else then.
  add column joined_into uuid,
  -- The document that a person took it apart from: they are not joined again.
  add column apart_from uuid,
  -- Files that an e-invoice names or holds: 'name:…' without spaces and in lower case, 'sha256:…'.
  add column attached_files text[] not null default '{}';
create index documents_joined on documents (company_id, joined_into) where joined_into is not null;
create index documents_by_attached on documents using gin (company_id, attached_files) where attached_files <> '{}';

-- What the picture says where that differs from the data.
alter table document_files add column picture_total_in_cents bigint;

-- The invoices that wait for their other file, by number.
create index invoices_open_by_number on invoices (company_id, invoice_number_key) where status = 0 and deleted_at is null;
