-- Programs of a company (decision 0130). They are no users: they have no address, no password and no groups.
create table service_accounts (
  id uuid primary key,
  company_id uuid not null references companies,
  name text not null,
  permissions text[] not null default '{}',
  -- Whether it decides on invoices: a right of its own, which is off until somebody who has it switches it on.
  may_approve boolean not null default false,
  -- Empty: all of the company.
  administration_ids uuid[] not null default '{}',
  -- Addresses and networks from which it may call; empty: any.
  addresses text[] not null default '{}',
  valid_until date,
  is_active boolean not null default true,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index service_accounts_name_taken on service_accounts (company_id, lower(name)) where deleted_at is null;
create index service_accounts_of_company on service_accounts (company_id, name collate natural_order, id) where deleted_at is null;

-- Sign-in, so of the coordinator; a table that every server has could not be written once a minute and key.
create table service_account_keys (
  id uuid primary key,
  service_account_id uuid not null references service_accounts on delete cascade,
  -- An API key, or a secret of OAuth 2.0 client credentials.
  kind text not null check (kind in ('api-key', 'client-secret')),
  -- SHA-256 of 256 random bits: nothing to guess, so nothing to slow down.
  hash text not null,
  hint text not null,
  created_at timestamptz not null default now(),
  created_by uuid,
  expires_at timestamptz,
  last_used_at timestamptz
);
create unique index service_account_keys_by_hash on service_account_keys (hash);
create index service_account_keys_of_account on service_account_keys (service_account_id, created_at);
