-- Credit invoices: what is taken back of an invoice of a final run, which itself stays as it is.
create table billing_credits (
  company_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  run_id uuid not null references billing_runs,
  -- From the series of the invoices.
  credit_number text not null unique,
  reason text not null,
  -- Which line of the invoice, and what is taken back of it; positive.
  lines jsonb not null,
  total_in_cents bigint not null check (total_in_cents > 0),
  vat_in_cents bigint not null check (vat_in_cents >= 0),
  credited_on date not null,
  pdf_sha256 text not null,
  -- Null where the customer's data is not enough for one.
  ubl_sha256 text,
  created_at timestamptz not null,
  created_by uuid,
  created_by_name text not null,
  primary key (company_id, id),
  foreign key (company_id, invoice_id) references billing_invoices
);
create index billing_credits_of_invoice on billing_credits (company_id, invoice_id);
create index billing_credits_of_run on billing_credits (run_id);
create index billing_credits_by_id on billing_credits (id);
create trigger billing_credits_are_kept before update or delete or truncate on billing_credits
  for each statement execute function keep_final_table();
