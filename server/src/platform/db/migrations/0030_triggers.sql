-- Patterns that read the documents of one supplier (§D7, §D8). Columns have the names of the wire.
create table triggers (
  id uuid primary key,
  -- null: general, for every company; written with `.system` only.
  company_id uuid references companies,
  naam text not null,
  keywords text not null default '',
  factuurnummer text not null default '',
  factuurdatum text not null default '',
  totaalbedrag text not null default '',
  creditmodifier text not null default '',
  is_pdf boolean not null default true,
  crediteur text not null default '',
  valuta text not null default '',
  decimaalteken text not null default '',
  datumvolgorde text not null default '',
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create index triggers_of_company on triggers (company_id, naam, id) where deleted_at is null;

-- The trigger that read a document.
alter table documents add column if not exists trigger_id uuid;

-- What OCR reads on a page that has text of its own, for triggers with the PDF switch off (§D8).
alter table document_pages
  add column ocr_text text,
  add column ocr_words bytea;

-- Trying a trigger asks for the newest known documents.
create index documents_known on documents (company_id, updated_at desc, id)
  where state in (2, 5) and deleted_at is null;
