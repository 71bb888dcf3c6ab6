create extension if not exists btree_gist;

-- How a customer is billed: one row a company, made when staff first save it. The id on the wire is the company's.
create table customer_settings (
  company_id uuid primary key references companies,
  -- Usage counts from this day, Amsterdam; null: nothing is billed (§I10).
  start_on date,
  -- 1 and 2 bill, 3 trial and 4 preview do not (§I7).
  subscription smallint not null,
  row_version integer not null default 1,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid
);

-- What the provider sells. Customers get a copy, so that nothing here changes what they pay (§I2).
create table price_agreements (
  id uuid primary key,
  name text not null,
  -- 1 license, 2 maintenance.
  kind smallint not null,
  price_in_cents bigint not null check (price_in_cents >= 0),
  starts_on date,
  ends_on date,
  is_variable boolean not null,
  -- 0 fixed, 1 attachment, 2 document, 3 invoice (§I1).
  invoice_type smallint not null check ((invoice_type = 0) = not is_variable),
  cycle_in_months smallint not null check (cycle_in_months in (1, 3, 12)),
  row_version integer not null default 1,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);

-- A dated copy. Another price is another row; the days of one agreement of one customer never overlap.
create table customer_agreements (
  company_id uuid not null references companies,
  id uuid not null,
  price_agreement_id uuid not null references price_agreements,
  quantity integer not null check (quantity > 0),
  name text not null,
  kind smallint not null,
  price_in_cents bigint not null check (price_in_cents >= 0),
  is_variable boolean not null,
  invoice_type smallint not null check ((invoice_type = 0) = not is_variable),
  cycle_in_months smallint not null check (cycle_in_months in (1, 3, 12)),
  -- Both days included; null is open.
  starts_on date,
  ends_on date,
  row_version integer not null default 1,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid,
  primary key (company_id, id),
  constraint customer_agreements_overlap exclude using gist
    (company_id with =, price_agreement_id with =, daterange(starts_on, ends_on, '[]') with &&) where (deleted_at is null),
  check (ends_on >= starts_on)
);
create index customer_agreements_of_price on customer_agreements (price_agreement_id) where deleted_at is null;
create index customer_agreements_by_id on customer_agreements (id);

-- Runs of invoices, the provider's. 0 concept, 1 review, 2 final.
create table billing_runs (
  id uuid primary key,
  period text not null,
  from_on date not null,
  to_on date not null,
  state smallint not null default 0,
  -- Raised whenever the figures start again: a job of an older one stops.
  figures_version integer not null default 1,
  figures_done integer not null default 0,
  figures_total integer not null default 0,
  error text not null default '',
  -- Seller and settings as they were when it was made final, and all that the invoices say: one text, and its hash.
  snapshot text not null default '',
  hash text not null default '',
  finalised_at timestamptz,
  finalised_by_name text not null default '',
  row_version integer not null default 1,
  created_at timestamptz not null,
  created_by uuid,
  created_by_name text not null default '',
  updated_at timestamptz not null,
  updated_by uuid,
  -- No day is billed twice.
  constraint billing_runs_overlap exclude using gist (daterange(from_on, to_on, '[]') with &&) where (state = 2)
);

create table billing_invoices (
  company_id uuid not null references companies,
  id uuid not null,
  run_id uuid not null references billing_runs on delete cascade,
  -- The customer as the invoice names him: his relation of the provider, and his customer number.
  name text not null,
  fm_customer_id integer not null,
  buyer jsonb not null,
  missing text[] not null default '{}',
  lines jsonb not null,
  fixed_in_cents bigint not null,
  variable_in_cents bigint not null,
  total_in_cents bigint not null,
  vat_in_cents bigint not null,
  -- Given when the run is made final.
  invoice_number text not null default '',
  invoiced_on date,
  due_on date,
  primary key (company_id, id),
  unique (run_id, company_id)
);
create unique index billing_invoices_number on billing_invoices (invoice_number) where invoice_number <> '';
create index billing_invoices_by_id on billing_invoices (id);

-- What a final invoice was drawn as. A table of its own, since the invoice itself does not change any more.
create table billing_papers (
  company_id uuid not null,
  invoice_id uuid not null,
  run_id uuid not null references billing_runs,
  pdf_sha256 text not null,
  -- Null where the customer's data is not enough for one.
  ubl_sha256 text,
  made_at timestamptz not null,
  primary key (company_id, invoice_id),
  foreign key (company_id, invoice_id) references billing_invoices
);
create index billing_papers_of_run on billing_papers (run_id);

-- What is final stays, for everybody.
create function keep_final_run() returns trigger language plpgsql as $$
begin
  if old.state = 2 then
    raise exception 'a final run does not change' using errcode = 'insufficient_privilege';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger billing_run_is_kept before update or delete on billing_runs for each row execute function keep_final_run();

create function keep_final_invoice() returns trigger language plpgsql as $$
begin
  if exists (select from billing_runs where id = (case tg_op when 'INSERT' then new.run_id else old.run_id end) and state = 2)
    or (tg_op = 'UPDATE' and new.run_id <> old.run_id) then
    raise exception 'an invoice of a final run does not change' using errcode = 'insufficient_privilege';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger billing_invoice_is_kept before insert or update or delete on billing_invoices
  for each row execute function keep_final_invoice();

create function keep_final_table() returns trigger language plpgsql as $$
begin
  raise exception 'final runs and their invoices are kept' using errcode = 'insufficient_privilege';
end $$;
create trigger billing_runs_are_kept before truncate on billing_runs for each statement execute function keep_final_table();
create trigger billing_invoices_are_kept before truncate on billing_invoices for each statement execute function keep_final_table();
create trigger billing_papers_are_kept before update or delete or truncate on billing_papers
  for each statement execute function keep_final_table();

-- Who sends the invoices: the provider, one row.
create table billing_settings (
  is_only boolean primary key default true check (is_only),
  name text not null,
  street text not null,
  zip_code text not null,
  city text not null,
  kvk_number text not null,
  vat_id text not null,
  iban text not null,
  email text not null default '',
  phone text not null default '',
  -- Hundredths of a percent: 2100 is 21 %.
  vat_rate integer not null default 2100,
  payment_days integer not null default 30,
  row_version integer not null default 1,
  updated_at timestamptz not null,
  updated_by uuid
);
