-- The tables of approval, booking, export and learning, designed together (decision 0127). Who writes them moves what
-- exists; here nothing is moved.

-- A creditor is a record that people change: where it is, whether it is blocked, and with which it was merged.
alter table creditors
  add column street text not null default '',
  add column postal_code text not null default '',
  add column city text not null default '',
  -- ISO 3166; empty where no document said it.
  add column country text not null default '',
  add column email text not null default '',
  add column blocked_at timestamptz,
  add column blocked_by uuid,
  add column block_reason text not null default '',
  -- The creditor that took its place; everything that referred to this one refers to that one.
  add column merged_into uuid,
  add column row_version integer not null default 1,
  add column created_by uuid,
  add column updated_at timestamptz not null default now(),
  add column updated_by uuid,
  add column deleted_at timestamptz,
  add column deleted_by uuid;
create index creditors_list on creditors (company_id, name collate natural_order, id) where deleted_at is null and merged_into is null;

-- The number that a bookkeeping knows a creditor by.
create table creditor_numbers (
  company_id uuid not null,
  administration_id uuid not null,
  creditor_id uuid not null,
  number text not null,
  -- 0 by hand, 1 from an audit file, 2 from a receipt of the package.
  origin smallint not null default 0,
  primary key (company_id, administration_id, creditor_id),
  constraint creditor_numbers_taken unique (company_id, administration_id, number),
  foreign key (company_id, creditor_id) references creditors on delete cascade
);

-- What a merge moved, so that it can be undone.
create table creditor_merges (
  company_id uuid not null,
  id uuid not null,
  creditor_id uuid not null,
  into_id uuid not null,
  -- Ids by table, and the states of bank accounts before.
  moved jsonb not null,
  merged_at timestamptz not null,
  merged_by uuid not null,
  merged_by_name text not null,
  undone_at timestamptz,
  undone_by uuid,
  primary key (company_id, id),
  foreign key (company_id, creditor_id) references creditors on delete cascade,
  foreign key (company_id, into_id) references creditors on delete cascade
);
create index creditor_merges_into on creditor_merges (company_id, into_id, merged_at);

-- Bank accounts live here and nowhere else; what an invoice names is compared with them.
create table creditor_accounts (
  company_id uuid not null,
  id uuid not null,
  creditor_id uuid not null,
  iban text not null,
  -- 0 normal, 1 blocked account for wage taxes (G-account).
  kind smallint not null default 0,
  -- 0 seen, 1 imported, 2 confirmed, 3 blocked.
  state smallint not null default 0,
  -- The invoice that named it first; null for one that was imported.
  first_invoice_id uuid,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  primary key (company_id, id),
  constraint creditor_accounts_taken unique (company_id, creditor_id, iban),
  foreign key (company_id, creditor_id) references creditors on delete cascade
);
create index creditor_accounts_by_iban on creditor_accounts (company_id, iban);

create table creditor_account_events (
  company_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  at timestamptz not null,
  -- The state that it got.
  state smallint not null,
  user_id uuid,
  user_name text not null,
  -- How it was checked, or why it was blocked.
  reason text not null default '',
  invoice_id uuid,
  primary key (company_id, id)
);
create index creditor_account_events_of_account on creditor_account_events (company_id, account_id, at);
comment on table creditor_account_events is 'insert-only';

-- An administration as the buyer of an e-invoice, and how long its books are kept (§C9).
alter table administrations
  add column street text not null default '',
  add column postal_code text not null default '',
  add column city text not null default '',
  add column country text not null default 'NL',
  -- The month in which its book year begins.
  add column first_month smallint not null default 1,
  add column is_real_estate boolean not null default false;

alter table invoices
  add column journal text not null default '',
  add column booking_date date,
  -- Of the administration: year and number of the period, null until booked.
  add column book_year smallint,
  add column book_period smallint,
  add column is_real_estate boolean not null default false,
  -- 0 to pay, 1 direct debit, 2 paid, 3 do not pay.
  add column payment_status smallint not null default 0,
  -- The gravest of its open warnings: 0 none, 1 info, 2 warning, 3 stop. Written with them.
  add column warning_level smallint not null default 0;

-- To whom the amount goes; two parts where some of it goes to a G-account.
create table invoice_payments (
  company_id uuid not null,
  invoice_id uuid not null,
  part smallint not null,
  iban text not null,
  amount_in_cents bigint not null,
  -- 0 normal, 1 G-account.
  kind smallint not null default 0,
  primary key (company_id, invoice_id, part),
  foreign key (company_id, invoice_id) references invoices on delete cascade
);

alter table invoice_lines
  -- Stays when lines are moved; the line number is only the order.
  add column id uuid not null default gen_random_uuid(),
  -- 0 costs, 1 VAT, 2 creditor: the last two are computed.
  add column kind smallint not null default 0,
  add column cost_unit text not null default '',
  add column vat_code text not null default '',
  -- In hundredths of a percent; null where none is known.
  add column vat_rate integer,
  -- `2026-11`, empty for the period of the booking date.
  add column period text not null default '',
  -- 0 proposed, 1 memory, 2 rule, 3 by hand, 4 a difference.
  add column origin smallint not null default 0,
  -- Who changed it last by hand; such a line is never replaced.
  add column touched_by uuid,
  add column touched_at timestamptz;
create unique index invoice_lines_id on invoice_lines (company_id, invoice_id, id);

-- What the invoice says of VAT, by rate.
create table invoice_vat_lines (
  company_id uuid not null,
  invoice_id uuid not null,
  line_number smallint not null,
  -- In hundredths of a percent.
  rate integer not null,
  -- Of EN 16931: S, Z, E, AE, K, G, O.
  category text not null,
  base_in_cents bigint not null,
  vat_in_cents bigint not null,
  primary key (company_id, invoice_id, line_number),
  foreign key (company_id, invoice_id) references invoices on delete cascade
);

create table invoice_warnings (
  company_id uuid not null,
  invoice_id uuid not null,
  code text not null,
  -- What it is about where there can be several, such as an IBAN; else empty.
  subject text not null default '',
  -- 1 info, 2 warning, 3 stop.
  severity smallint not null,
  -- The evidence, by name.
  details jsonb not null default '{}',
  -- 0 open, 1 closed by a person, 2 no longer so.
  state smallint not null default 0,
  raised_at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid,
  closed_by_name text not null default '',
  reason text not null default '',
  primary key (company_id, invoice_id, code, subject),
  foreign key (company_id, invoice_id) references invoices on delete cascade
);
create index invoice_warnings_open on invoice_warnings (company_id, severity, invoice_id) where state = 0;

-- Which warnings a company does without; stops are not among them.
create table warning_settings (
  company_id uuid not null references companies on delete cascade,
  code text not null,
  is_on boolean not null,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  primary key (company_id, code)
);

-- Comments, one by one; `invoices.comments` is the text that follows from them (§C7).
create table invoice_comments (
  company_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  -- 0 comment, 1 the whole text edited by a client of before, 2 question for advice, 3 advice.
  kind smallint not null default 0,
  at timestamptz not null,
  user_id uuid,
  user_name text not null,
  text text not null,
  -- Whom it mentions; of a question: who is asked.
  mentions uuid[] not null default '{}',
  -- Of an answer: the question.
  answers uuid,
  primary key (company_id, id),
  foreign key (company_id, invoice_id) references invoices on delete cascade
);
create index invoice_comments_of_invoice on invoice_comments (company_id, invoice_id, at, id);

-- The chart of an administration: ledger accounts (0), cost centres (1), cost units (2) and journals (3).
create table chart_entries (
  company_id uuid not null references companies on delete cascade,
  administration_id uuid not null,
  kind smallint not null,
  number text not null,
  name text not null,
  is_open boolean not null default true,
  -- Of an account: 0 none, 1 creditors, 2 VAT to reclaim, 3 VAT to pay, 4 differences. Of a journal: 5 purchases.
  role smallint not null default 0,
  import_id uuid,
  primary key (company_id, administration_id, kind, number)
);

create table vat_codes (
  company_id uuid not null references companies on delete cascade,
  administration_id uuid not null,
  code text not null,
  name text not null,
  -- 0 normal, 1 reverse charge, 2 EU, 3 import, 4 none.
  kind smallint not null default 0,
  -- In hundredths of a percent.
  deductible integer not null default 10000,
  -- Where it is reclaimed, and where it is due by reverse charge.
  account_number text not null default '',
  due_account_number text not null default '',
  is_open boolean not null default true,
  -- Whether a person saw what was derived from bookings.
  is_confirmed boolean not null default true,
  import_id uuid,
  primary key (company_id, administration_id, code)
);

create table vat_code_rates (
  company_id uuid not null,
  administration_id uuid not null,
  code text not null,
  from_day date not null,
  -- In hundredths of a percent.
  rate integer not null,
  primary key (company_id, administration_id, code, from_day),
  foreign key (company_id, administration_id, code) references vat_codes on delete cascade
);

create table booking_periods (
  company_id uuid not null references companies on delete cascade,
  administration_id uuid not null,
  year smallint not null,
  period smallint not null,
  from_day date not null,
  until_day date not null,
  is_closed boolean not null default false,
  primary key (company_id, administration_id, year, period)
);

-- A file that a chart or bookings came from.
create table chart_imports (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  administration_id uuid not null,
  -- csv-accounts, csv-cost-centres, csv-cost-units, csv-vat-codes, csv-creditors, xaf.
  format text not null,
  filename text not null,
  file_sha256 text not null,
  -- 0 waiting, 1 running, 2 done, 3 refused.
  state smallint not null default 0,
  -- Share read, 0 to 100.
  progress smallint not null default 0,
  counts jsonb not null default '{}',
  -- A code of the contract, and what it is about.
  error text,
  error_about text not null default '',
  created_at timestamptz not null default now(),
  created_by uuid,
  created_by_name text not null,
  finished_at timestamptz,
  primary key (company_id, id)
);
create index chart_imports_newest on chart_imports (company_id, administration_id, created_at, id);

-- Purchase bookings of before, as evidence for proposals.
create table imported_bookings (
  company_id uuid not null,
  administration_id uuid not null,
  -- Journal, transaction and line of the audit file: the same file twice adds nothing.
  source_key text not null,
  import_id uuid not null,
  creditor_number text not null default '',
  creditor_id uuid,
  invoice_number text not null default '',
  booked_on date not null,
  account_number text not null,
  cost_center text not null default '',
  vat_code text not null default '',
  amount_in_cents bigint not null,
  description text not null default '',
  primary key (company_id, administration_id, source_key)
);
create index imported_bookings_of_creditor on imported_bookings (company_id, administration_id, creditor_id, booked_on);

-- The files of a document beside the one that is shown: the e-invoice of a PDF, a specification.
create table document_files (
  company_id uuid not null,
  document_id uuid not null,
  number smallint not null,
  -- 0 picture, 1 data, 2 attachment.
  role smallint not null,
  sha256 text not null,
  filename text not null,
  mime text not null,
  bytes integer not null,
  added_at timestamptz not null,
  primary key (company_id, document_id, number),
  foreign key (company_id, document_id) references documents on delete cascade
);
create index document_files_by_hash on document_files (company_id, sha256);

-- How an administration delivers approved invoices to its package.
create table delivery_settings (
  company_id uuid not null references companies on delete cascade,
  administration_id uuid not null,
  is_automatic boolean not null default false,
  -- Invoices that were approved before are not taken.
  taken_from timestamptz,
  -- 0 each alone, 1 per hour, 2 per day, 3 by hand.
  pace smallint not null default 3,
  -- download, mail, sftp, webhook or folder, with its settings; secrets are sealed.
  target text not null default 'download',
  target_settings jsonb not null default '{}',
  target_secret text,
  -- Seconds after the last approval in which nothing is taken.
  wait_seconds integer not null default 60,
  max_tries smallint not null default 8,
  pays_too boolean,
  row_version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  primary key (company_id, administration_id)
);

-- What a package calls what we have: accounts, cost centres, VAT codes, journals.
create table delivery_mappings (
  company_id uuid not null references companies on delete cascade,
  administration_id uuid not null,
  kind text not null,
  ours text not null,
  theirs text not null,
  primary key (company_id, administration_id, kind, ours)
);

-- A delivery is one file with one name and the same bytes for ever; its state says how far it got.
create table deliveries (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  administration_id uuid not null,
  coupling text not null,
  -- The delivery that it takes the place of, and how often that happened.
  replaces uuid,
  version smallint not null default 1,
  -- What the target may know it by.
  key text not null,
  -- 0 waiting, 1 running, 2 delivered, 3 perhaps delivered, 4 failed, 5 stopped, 6 replaced.
  state smallint not null default 0,
  target text not null,
  filename text not null default '',
  file_sha256 text,
  invoice_count integer not null,
  tries smallint not null default 0,
  next_try_at timestamptz,
  -- A code of the contract, and what it is about.
  error text,
  error_about text not null default '',
  reason text not null default '',
  created_at timestamptz not null default now(),
  created_by uuid,
  created_by_name text not null default '',
  finished_at timestamptz,
  row_version integer not null default 1,
  primary key (company_id, id),
  constraint deliveries_key unique (company_id, key)
);
create index deliveries_newest on deliveries (company_id, created_at, id);
create index deliveries_due on deliveries (next_try_at) where state in (0, 1, 4);

create table delivery_invoices (
  company_id uuid not null,
  delivery_id uuid not null,
  invoice_id uuid not null,
  primary key (company_id, delivery_id, invoice_id),
  foreign key (company_id, delivery_id) references deliveries on delete cascade
);
create index delivery_invoices_of_invoice on delivery_invoices (company_id, invoice_id);

-- Stored before the target is touched; what it answered is the receipt.
create table delivery_attempts (
  company_id uuid not null,
  delivery_id uuid not null,
  number smallint not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- 0 not known, 1 delivered, 2 refused, 3 not reached.
  outcome smallint not null default 0,
  receipt text not null default '',
  primary key (company_id, delivery_id, number),
  foreign key (company_id, delivery_id) references deliveries on delete cascade
);

-- The account that an administration pays from; not the one that recognition knows it by.
create table paying_accounts (
  company_id uuid not null references companies on delete cascade,
  administration_id uuid not null,
  iban text not null,
  bic text not null default '',
  holder text not null,
  is_confirmed boolean not null default false,
  confirmed_at timestamptz,
  confirmed_by uuid,
  row_version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  primary key (company_id, administration_id)
);

create table payment_files (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  administration_id uuid not null,
  number text not null,
  -- 0 draft, 1 prepared, 2 released, 3 cancelled: not sent to the bank.
  state smallint not null default 0,
  execution_day date not null,
  payment_count integer not null default 0,
  total_in_cents bigint not null default 0,
  filename text not null default '',
  file_sha256 text,
  prepared_at timestamptz,
  prepared_by uuid,
  prepared_by_name text not null default '',
  released_at timestamptz,
  released_by uuid,
  released_by_name text not null default '',
  cancelled_at timestamptz,
  cancelled_by uuid,
  reason text not null default '',
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  primary key (company_id, id),
  constraint payment_files_number unique (company_id, number)
);
create index payment_files_newest on payment_files (company_id, created_at, id);

create table payment_file_parts (
  company_id uuid not null,
  payment_file_id uuid not null,
  invoice_id uuid not null,
  part smallint not null,
  iban text not null,
  amount_in_cents bigint not null,
  reference text not null,
  -- Taken by a live file; at most one of an invoice and part.
  is_live boolean not null default true,
  primary key (company_id, payment_file_id, invoice_id, part),
  foreign key (company_id, payment_file_id) references payment_files on delete cascade
);
create unique index payment_file_parts_live on payment_file_parts (company_id, invoice_id, part) where is_live;
