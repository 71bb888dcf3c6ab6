-- Offers of work orders: every version with its PDF, its lines as they were, its links and what the customer answered.
create table offer_settings (
  company_id uuid primary key references companies,
  name text not null,
  street text not null default '',
  zip_code text not null default '',
  city text not null default '',
  phone text not null default '',
  email text not null default '',
  website text not null default '',
  kvk_number text not null default '',
  vat_id text not null default '',
  iban text not null default '',
  -- Hundredths of a percent: 2100 is 21 % (§E6).
  vat_rate integer not null default 2100 check (vat_rate between 0 and 10000),
  valid_days integer not null default 30 check (valid_days between 1 and 365),
  terms_nl text not null default '',
  terms_en text not null default '',
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid
);

create table offers (
  company_id uuid not null,
  id uuid not null,
  work_order_id uuid not null,
  -- The version: the number of offers sent, after raising (§E5).
  count integer not null,
  name text not null,
  language text not null check (language in ('nl', 'en')),
  valid_until date not null,
  introduction text not null default '',
  -- To whom: the language of the next one follows from the last.
  customer_relation_id uuid,
  vat_rate integer not null,
  pdf_sha256 text not null,
  sent_at timestamptz,
  sent_by uuid,
  sent_to text[] not null default '{}',
  withdrawn_at timestamptz,
  replaced_at timestamptz,
  answer text check (answer in ('accepted', 'declined')),
  answered_at timestamptz,
  answered_by text not null default '',
  -- The network address that the answer came from, and whose link it was.
  answered_from text not null default '',
  answered_email text not null default '',
  reason text not null default '',
  created_at timestamptz not null default now(),
  created_by uuid,
  created_by_name text not null,
  primary key (company_id, id),
  unique (company_id, work_order_id, count),
  check ((answer is null) = (answered_at is null)),
  foreign key (company_id, work_order_id) references work_orders (company_id, id) on delete cascade
);
create index offers_of_relation on offers (company_id, customer_relation_id, created_at);
create index offers_by_hash on offers (pdf_sha256);

create table offer_lines (
  company_id uuid not null,
  offer_id uuid not null,
  position integer not null,
  order_line_id uuid not null,
  description text not null,
  specification text not null default '',
  sales_amount bigint not null,
  is_optional boolean not null default false,
  -- Whether the customer wants it; null until he accepts.
  is_accepted boolean,
  primary key (company_id, offer_id, position),
  foreign key (company_id, offer_id) references offers (company_id, id) on delete cascade
);

-- The customer has the token, we its SHA-256 only. Found by it alone: whoever follows a link has no company yet.
create table offer_links (
  token_hash text primary key,
  company_id uuid not null,
  offer_id uuid not null,
  email text not null default '',
  created_at timestamptz not null default now(),
  foreign key (company_id, offer_id) references offers (company_id, id) on delete cascade
);
create index offer_links_of_offer on offer_links (company_id, offer_id);

-- A file that another record made: it stays as long as that does, and comes twice to nobody who posts it again (§E5).
alter table attachments add column is_fixed boolean not null default false;
