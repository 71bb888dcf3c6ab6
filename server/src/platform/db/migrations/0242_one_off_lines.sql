-- What a customer pays once. The final invoice that has it keeps it from being billed again.
create table one_off_lines (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  description text not null,
  quantity integer not null check (quantity > 0),
  price_in_cents bigint not null check (price_in_cents > 0),
  on_day date not null,
  invoice_id uuid,
  row_version integer not null default 1,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid,
  primary key (company_id, id),
  foreign key (company_id, invoice_id) references billing_invoices
);
create index one_off_lines_open on one_off_lines (company_id, on_day) where invoice_id is null and deleted_at is null;
create index one_off_lines_by_id on one_off_lines (id);
