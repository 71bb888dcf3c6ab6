-- Rules that decide in the place of a person (decision 0155), and what each of them decided. A rule is off until somebody
-- switches it on; the automatic suppliers of before are rules that are on.
create table touchless_rules (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  -- What people call it by: 'rule 4, version 2'.
  number integer not null,
  version integer not null default 1,
  -- 0 a supplier that is automatic, 1 without validation, 2 without approval.
  kind smallint not null,
  name text not null default '',
  -- Of a supplier that is automatic.
  creditor_id uuid,
  content jsonb not null default '{}',
  is_on boolean not null default false,
  -- Why it went off by itself; empty otherwise.
  off_reason text not null default '',
  -- Who wrote this version: they alone do not switch it on.
  made_by uuid,
  switched_by uuid,
  switched_by_name text not null default '',
  switched_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid,
  row_version integer not null default 1,
  primary key (company_id, id),
  constraint touchless_rules_number unique (company_id, number)
);
create unique index touchless_rules_of_creditor on touchless_rules (company_id, creditor_id) where creditor_id is not null;

-- What each version said; rows are only added.
create table touchless_rule_versions (
  company_id uuid not null,
  rule_id uuid not null,
  version integer not null,
  name text not null,
  content jsonb not null,
  made_at timestamptz not null,
  made_by uuid,
  made_by_name text not null,
  primary key (company_id, rule_id, version),
  foreign key (company_id, rule_id) references touchless_rules on delete cascade
);

create table touchless_settings (
  company_id uuid not null primary key references companies on delete cascade,
  -- One in so many decisions is drawn for a check.
  sample_every integer not null default 20,
  row_version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by uuid
);

-- What rules made of an invoice: which decided and on what evidence, or what stopped them; at most one row each.
create table touchless_results (
  company_id uuid not null,
  invoice_id uuid not null,
  at timestamptz not null,
  creditor_id uuid,
  -- The first reason why a person was needed; empty where none was.
  stopped_by text not null default '',
  validation_rule uuid,
  validation_version integer,
  approval_rule uuid,
  approval_version integer,
  evidence jsonb not null default '{}',
  -- A person took back what was decided, or changed what was passed.
  undone_at timestamptz,
  undone_by uuid,
  undone_by_name text not null default '',
  is_sample boolean not null default false,
  checked_at timestamptz,
  checked_by uuid,
  checked_by_name text not null default '',
  -- Values that were found wrong, by a check or a correction.
  wrong text[] not null default '{}',
  primary key (company_id, invoice_id),
  foreign key (company_id, invoice_id) references invoices on delete cascade
);
create index touchless_results_by_month on touchless_results (company_id, at);
create index touchless_results_of_creditor on touchless_results (company_id, creditor_id, at);
create index touchless_results_to_check on touchless_results (company_id, at) where is_sample and checked_at is null;

insert into touchless_rules (company_id, id, number, kind, creditor_id, is_on, off_reason)
  select company_id, gen_random_uuid(), row_number() over (partition by company_id order by created_at, id), 0, id,
    is_automatic, case when is_automatic then '' else automatic_off end
  from creditors where is_automatic or automatic_off <> '';
alter table creditors drop column is_automatic, drop column automatic_off;
