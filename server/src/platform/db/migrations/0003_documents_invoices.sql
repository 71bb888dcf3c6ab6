-- A document is what came in; an invoice is what was understood of it and goes on to approval.
create table documents (
  company_id uuid not null references companies,
  id uuid not null,
  -- The number that people see, `2026-11-0291`: year, month and a counter of the company.
  number text not null,
  administration_id uuid,
  -- Empty where nothing was kept: a file that was refused at the door.
  sha256 text not null,
  filename text not null,
  mime text not null default '',
  bytes integer not null,
  source text not null,
  -- 0 Nieuw, 1 Bezig, 2 Herkend, 3 Onbekend, 4 Onverwerkbaar, 5 Verwerkt (§D3); a refused file is 4 with its reason.
  state smallint not null default 0,
  reasons text[] not null default '{}',
  -- What went wrong in the last try, for the operator.
  last_error text not null default '',
  tries integer not null default 0,
  page_count integer not null default 0,
  text_length integer not null default 0,
  engine_version text not null default '',
  is_credit boolean not null default false,
  is_edited boolean not null default false,
  -- The invoice that was made of it; written by invoicing.
  invoice_id uuid,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  row_version integer not null default 1,
  deleted_at timestamptz,
  deleted_by uuid,
  primary key (company_id, id)
);
create unique index documents_number on documents (company_id, number);
create index documents_by_state on documents (company_id, state, created_at, id) where deleted_at is null;
create index documents_newest on documents (company_id, created_at, id) where deleted_at is null;
create index documents_unfinished on documents (updated_at) 
  where (state < 2 or state = 2 and invoice_id is null) and deleted_at is null;
create index documents_by_hash on documents (company_id, sha256);
-- Staff open a document by its id alone.
create index documents_by_id on documents (id);

create table document_pages (
  company_id uuid not null,
  document_id uuid not null,
  id uuid not null,
  number integer not null,
  width_px integer not null,
  height_px integer not null,
  image_sha256 text not null,
  thumbnail_sha256 text not null,
  text_source text not null,
  -- Words with their boxes, as Brotli of JSON.
  words bytea,
  text text not null default '',
  primary key (company_id, document_id, number),
  foreign key (company_id, document_id) references documents on delete cascade
);
-- Staff look at pages of every company.
create index document_pages_by_image on document_pages (image_sha256, company_id);

create table document_fields (
  company_id uuid not null,
  document_id uuid not null,
  property text not null,
  -- 0 is the chosen value, higher ones are the candidates behind it.
  rank smallint not null,
  value text not null,
  -- What stands on the page, unchanged.
  raw text not null default '',
  -- Of the creditor: the known one that it is.
  known_id uuid,
  confidence real not null,
  method text not null,
  reason text not null default '',
  page integer,
  box real[],
  primary key (company_id, document_id, property, rank),
  foreign key (company_id, document_id) references documents on delete cascade
);

create table document_lines (
  company_id uuid not null,
  document_id uuid not null,
  line_number integer not null,
  description text not null,
  quantity double precision,
  unit_price_in_cents bigint,
  amount_in_cents bigint,
  vat_percent real,
  page integer,
  box real[],
  primary key (company_id, document_id, line_number),
  foreign key (company_id, document_id) references documents on delete cascade
);

create table creditors (
  company_id uuid not null references companies,
  id uuid not null,
  name text not null,
  -- The name without case, accents, signs and legal form (§C2).
  name_key text not null,
  kvk text,
  vat_id text,
  iban text,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index creditors_by_kvk on creditors (company_id, kvk) where kvk is not null;
create index creditors_by_vat_id on creditors (company_id, vat_id) where vat_id is not null;
create index creditors_by_iban on creditors (company_id, iban) where iban is not null;
create index creditors_by_name on creditors (company_id, name_key);

create table invoices (
  company_id uuid not null references companies,
  id uuid not null,
  document_id uuid not null,
  -- Copied from the document: it is what the list shows, sorts and finds.
  document_number text not null,
  administration_id uuid,
  creditor_id uuid,
  creditor_name text not null,
  -- The supplier identity of §C2: kvk:…, vat:…, iban:… or name:…
  supplier_key text not null,
  invoice_number text not null,
  invoice_number_key text not null,
  invoice_date date not null,
  due_date date,
  description text not null default '',
  currency text not null default 'EUR',
  total_in_cents bigint not null,
  excl_in_cents bigint,
  vat_in_cents bigint,
  iban text,
  payment_reference text,
  -- 0 Concept, 1 Duplicate, 2 ReadyForProcessing, 3 Processed (§C1).
  status smallint not null default 0,
  -- 0 pending, 1 approved, 2 rejected, 3 onHold (§C3).
  approval_state smallint not null default 0,
  -- Whether it ever had approval lines; kept by a trigger.
  has_turns boolean not null default false,
  duplicate_of uuid,
  comments text not null default '',
  comments_version integer not null default 0,
  decided_at timestamptz,
  decided_by uuid,
  decided_by_name text,
  export_id uuid,
  export_error text,
  file_sha256 text not null,
  -- Copied from the document's first page: the list shows it.
  picture text,
  -- What the search box looks through, folded once.
  search text not null generated always as
    (norm(document_number || ' ' || creditor_name || ' ' || invoice_number || ' ' || description)) stored,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid,
  primary key (company_id, id),
  foreign key (company_id, document_id) references documents
);
create index invoices_open on invoices (company_id, document_number collate natural_order, id)
  where deleted_at is null and status < 2;
create index invoices_ready on invoices (company_id, document_number collate natural_order, id)
  where deleted_at is null and status = 2;
create index invoices_set_aside on invoices (company_id, document_number collate natural_order, id)
  where deleted_at is null and approval_state > 1;
-- Nearly all of an archive is Processed, so a page in order is found by walking, whatever statuses are asked for.
create index invoices_by_number on invoices (company_id, document_number collate natural_order, id) where deleted_at is null;
-- For counting.
create index invoices_by_status on invoices (company_id, status) where deleted_at is null;
create index invoices_by_date on invoices (company_id, invoice_date, id) where deleted_at is null;
create index invoices_by_creditor on invoices (company_id, creditor_name collate natural_order, id) where deleted_at is null;
create index invoices_duplicates on invoices (company_id, supplier_key, invoice_number_key, invoice_date) where deleted_at is null;
create index invoices_by_file on invoices (company_id, file_sha256) where deleted_at is null;
create unique index invoices_by_document on invoices (company_id, document_id) where deleted_at is null;
create index invoices_by_export on invoices (company_id, export_id) where export_id is not null;
create index invoices_by_id on invoices (id);
create index invoices_search on invoices using gin (company_id, search gin_trgm_ops) where deleted_at is null;

create table invoice_lines (
  company_id uuid not null,
  invoice_id uuid not null,
  line_number integer not null,
  ledger_number text not null default '',
  ledger_name text not null default '',
  cost_center text not null default '',
  debit_in_cents bigint not null default 0,
  credit_in_cents bigint not null default 0,
  description text not null default '',
  primary key (company_id, invoice_id, line_number),
  foreign key (company_id, invoice_id) references invoices on delete cascade
);

create table invoice_approvals (
  company_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  user_id uuid not null,
  sequence integer not null,
  -- 0 waiting, 1 pending, 2 approved, 3 rejected, 4 cancelled (§C6).
  state smallint not null,
  decided_at timestamptz,
  on_behalf_of uuid,
  comment text not null default '',
  primary key (company_id, id),
  foreign key (company_id, invoice_id) references invoices on delete cascade
);
-- Most invoices have no approval lines; the list asks after lines only where there were any.
create function note_turns() returns trigger language plpgsql as $$
begin
  update invoices set has_turns = true where company_id = new.company_id and id = new.invoice_id and not has_turns;
  return null;
end $$;
create trigger invoice_has_turns after insert on invoice_approvals for each row execute function note_turns();
create index invoice_approvals_of_invoice on invoice_approvals (company_id, invoice_id, sequence);
create index invoice_approvals_of_user on invoice_approvals (company_id, user_id, state);

-- One run that hands approved invoices over to bookkeeping.
create table invoice_exports (
  company_id uuid not null references companies,
  id uuid not null,
  administration_id uuid,
  format text not null,
  -- 0 waiting, 1 running, 2 done, 3 failed.
  state smallint not null default 0,
  invoice_count integer not null default 0,
  file_sha256 text,
  filename text not null default '',
  error text,
  created_at timestamptz not null default now(),
  created_by uuid,
  created_by_name text not null default '',
  finished_at timestamptz,
  primary key (company_id, id)
);
create index invoice_exports_newest on invoice_exports (company_id, created_at, id);
create index invoice_exports_by_id on invoice_exports (id);
