-- Files with the invoices of a period (decision 0147), made by a job and kept for some days.
create table archive_files (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  administration_id uuid,
  from_day date not null,
  to_day date not null,
  language text not null,
  -- 0 waiting, 1 running, 2 done, 3 failed, 4 removed.
  state smallint not null default 0,
  invoice_count integer not null default 0,
  done_count integer not null default 0,
  file_sha256 text,
  filename text not null default '',
  bytes bigint not null default 0,
  error text,
  created_at timestamptz not null default now(),
  created_by uuid,
  created_by_name text not null default '',
  -- The last sign of life of the job.
  updated_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (company_id, id)
);
create index archive_files_unfinished on archive_files (updated_at) where state < 2;
create index archive_files_kept on archive_files (finished_at) where file_sha256 is not null;

-- Who hands over to bookkeeping may take the archive along.
insert into user_permissions (user_id, permission)
  select user_id, replace(permission, 'fmmodule.invoices', 'fmmodule.archive') from user_permissions
  where permission ~ '^fmmodule\.invoices\.export(\.(company|system))?$'
on conflict do nothing;
insert into group_permissions (group_id, permission)
  select group_id, replace(permission, 'fmmodule.invoices', 'fmmodule.archive') from group_permissions
  where permission ~ '^fmmodule\.invoices\.export(\.(company|system))?$'
on conflict do nothing;

-- The archive goes through invoices by their days: all of them, of one administration, or in one status.
drop index invoices_by_arrival;
create index invoices_by_administration on invoices (company_id, administration_id, invoice_date, id) where deleted_at is null;
drop index invoices_by_status;
create index invoices_by_status on invoices (company_id, status, invoice_date, id) where deleted_at is null;
