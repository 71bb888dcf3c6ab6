-- Layouts of suppliers that the provider's staff shared with all companies (§D12, decision 0167): labels and places that a
-- person looked at, never a value, a count, or the shape of a value. Found by the supplier's public registrations.
create table shared_layouts (
  id uuid primary key,
  -- Where it was learnt; told to staff alone.
  company_id uuid not null references companies on delete cascade,
  creditor_id uuid not null,
  kvk text,
  vat_id text,
  layout jsonb not null,
  shared_at timestamptz not null,
  shared_by uuid not null,
  unique (company_id, creditor_id),
  check (kvk is not null or vat_id is not null)
);
create index shared_layouts_kvk on shared_layouts (kvk);
create index shared_layouts_vat_id on shared_layouts (vat_id);
