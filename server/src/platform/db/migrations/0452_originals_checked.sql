-- Originals of invoices are held against their hash in turn (decision 0148): how far a company's round is.
create table archive_checks (
  company_id uuid primary key references companies on delete cascade,
  began_at timestamptz not null,
  -- The last document that was looked at; null at the start of a round.
  after_document uuid,
  is_done boolean not null default false,
  planned_count integer not null,
  checked_count integer not null default 0,
  -- When a round last saw everything, how many files that were, and when all of them were whole.
  seen_at timestamptz,
  seen_count integer not null default 0,
  whole_at timestamptz,
  updated_at timestamptz not null
);

-- What is not as it was stored; it stays when it was mended.
create table damaged_originals (
  company_id uuid not null,
  document_id uuid not null,
  file_sha256 text not null,
  filename text not null,
  -- 0 damaged, 1 missing.
  state smallint not null,
  found_at timestamptz not null,
  checked_at timestamptz not null,
  mended_at timestamptz,
  primary key (company_id, document_id, file_sha256),
  foreign key (company_id, document_id) references documents on delete cascade
);
create index damaged_originals_open on damaged_originals (company_id, state) where mended_at is null;
