-- Companies, users, groups and modules are small and shared by all tenants; administrations belong to one.
create table companies (
  id uuid primary key,
  name text not null,
  domain_name text not null,
  logo_sha256 text,
  prima_relatienummer text not null default '',
  is_active boolean not null default true,
  is_provider boolean not null default false,
  fm_customer_id integer generated always as identity (start with 1001) unique,
  license text not null unique,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index companies_domain_name_taken on companies (domain_name) where deleted_at is null;
create unique index companies_one_provider on companies (is_provider) where is_provider and deleted_at is null;
create index companies_by_name on companies (name collate natural_order, id) where deleted_at is null;
create index companies_search on companies using gin (norm(name || ' ' || domain_name) gin_trgm_ops) where deleted_at is null;

create table administrations (
  company_id uuid not null references companies,
  id uuid not null,
  name text not null,
  tag text not null,
  coupling text not null default 'csv',
  mail_hostname text not null default '',
  mail_username text not null default '',
  mail_mailbox text not null default 'INBOX',
  mail_is_active boolean not null default false,
  mail_password_encrypted bytea,
  modules text[] not null default '{}',
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid,
  primary key (company_id, id)
);
create unique index administrations_tag_taken on administrations (company_id, lower(tag)) where deleted_at is null;

create table users (
  id uuid primary key,
  company_id uuid not null references companies,
  email text not null,
  first_name text not null,
  last_name text not null,
  is_active boolean not null default true,
  modules text[] not null default '{}',
  -- Raised when every session and token of the user must end.
  session_epoch integer not null default 1,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index users_email_taken on users (lower(email)) where deleted_at is null;
create index users_of_company on users (company_id, last_name collate natural_order, id) where deleted_at is null;
create table user_permissions (
  user_id uuid not null references users on delete cascade,
  permission text not null,
  primary key (user_id, permission)
);

create table groups (
  id uuid primary key,
  -- null: a system group of the provider (§A3).
  company_id uuid references companies,
  name text not null,
  access_to_everything boolean not null default false,
  available_for_everyone boolean not null default false,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create index groups_of_company on groups (company_id, name collate natural_order, id) where deleted_at is null;
create table group_users (
  group_id uuid not null references groups on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (group_id, user_id)
);
create index group_users_of_user on group_users (user_id);
create table group_permissions (
  group_id uuid not null references groups on delete cascade,
  permission text not null,
  primary key (group_id, permission)
);

create table modules (
  id uuid primary key,
  -- The permission prefix that the module stands for (§A3).
  code text not null,
  name text not null,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index modules_code_taken on modules (code) where deleted_at is null;
create table company_modules (
  company_id uuid not null references companies,
  id uuid not null,
  module_id uuid not null references modules,
  created_at timestamptz not null default now(),
  created_by uuid,
  deleted_at timestamptz,
  deleted_by uuid,
  primary key (company_id, id)
);
create unique index company_modules_taken on company_modules (company_id, module_id) where deleted_at is null;
