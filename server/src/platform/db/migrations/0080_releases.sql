-- Builds, releases and whom they are for, and what customers' clients say of them (decision 0027).
-- `release_key` is a text in the order of version and build (contract/src/facility/versions.ts).
create table builds (
  id uuid primary key,
  version text not null,
  build text not null,
  release_key text collate "C" not null unique,
  notes text not null default '',
  url text,
  created_at timestamptz not null default now()
);

create table releases (
  id uuid primary key,
  name text not null,
  version text not null,
  build text not null,
  release_key text collate "C" not null,
  notes text not null default '',
  -- Where the build server said that the build is.
  url text,
  available_from timestamptz,
  is_active boolean not null default false,
  is_forced boolean not null default false,
  is_for_everyone boolean not null default false,
  rollout_percentage smallint not null default 100 check (rollout_percentage between 0 and 100),
  -- Failures count from here: from the last time that somebody switched it on.
  failures_since timestamptz,
  -- Since when it is off by itself.
  switched_off_at timestamptz,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid,
  check (switched_off_at is null or not is_active)
);
create unique index releases_taken on releases (release_key) where deleted_at is null;
create index releases_active on releases (release_key) where is_active and deleted_at is null;
create index releases_trash on releases (deleted_at) where deleted_at is not null;

-- Ticks are kept while a release is for everyone (§H2).
create table release_companies (
  company_id uuid not null references companies on delete cascade,
  release_id uuid not null references releases on delete cascade,
  primary key (company_id, release_id)
);
create index release_companies_of on release_companies (release_id, company_id);

create table release_users (
  company_id uuid not null references companies on delete cascade,
  user_id uuid not null references users on delete cascade,
  release_id uuid not null references releases on delete cascade,
  primary key (company_id, user_id, release_id)
);
create index release_users_of on release_users (release_id, user_id);
create index release_users_by_user on release_users (user_id, release_id);

create table update_keys (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  name text not null,
  -- SHA-256 of the key, which nobody keeps.
  hash text not null,
  hint text not null,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid,
  primary key (company_id, id)
);
-- A key comes without its company.
create unique index update_keys_by_hash on update_keys (hash);

create table installations (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  -- What identifies it within the company: the client's own name for it, else its user, else nothing.
  key text not null,
  label text not null default '',
  user_id uuid references users on delete set null,
  -- What it runs; null until it asks for the first time.
  version text,
  build text,
  release_key text collate "C",
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, key)
);
create index installations_of_user on installations (user_id) where user_id is not null;
create index installations_seen on installations (last_seen_at, release_key);

-- What an installation ever ran.
create table installation_versions (
  company_id uuid not null,
  installation_id uuid not null,
  release_key text collate "C" not null,
  version text not null,
  build text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (company_id, installation_id, release_key),
  foreign key (company_id, installation_id) references installations on delete cascade
);
create index installation_versions_of_company on installation_versions (company_id, release_key desc);
create index installation_versions_by_release on installation_versions (release_key);

create table release_offers (
  company_id uuid not null,
  installation_id uuid not null,
  release_id uuid not null references releases on delete cascade,
  at timestamptz not null,
  primary key (company_id, installation_id, release_id),
  foreign key (company_id, installation_id) references installations on delete cascade
);
create index release_offers_of on release_offers (release_id);

create table release_failures (
  company_id uuid not null,
  installation_id uuid not null,
  release_id uuid not null references releases on delete cascade,
  id uuid not null unique,
  reason text not null default '',
  first_at timestamptz not null,
  last_at timestamptz not null,
  times integer not null default 1,
  primary key (company_id, installation_id, release_id),
  foreign key (company_id, installation_id) references installations on delete cascade
);
create index release_failures_of on release_failures (release_id, last_at);

-- When a release switches itself off; one row, made when somebody changes them.
create table release_settings (
  id boolean primary key default true check (id),
  is_automatic boolean not null,
  failing_installations integer not null,
  failing_companies integer not null,
  failing_percentage integer not null,
  row_version integer not null default 1,
  updated_at timestamptz not null,
  updated_by uuid
);
