-- Who approves which invoice, in which order (decision 0107). One flow per company: a draft that is edited, and versions
-- that never change once they are in use.
create table approval_flows (
  company_id uuid primary key references companies,
  -- What is being edited (`flowContent` of the contract); null while it equals the version in use.
  draft jsonb,
  -- The version in use; 0 before the first.
  version integer not null default 0,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid
);

create table approval_flow_versions (
  company_id uuid not null references companies,
  version integer not null,
  content jsonb not null,
  used_from timestamptz not null,
  used_by uuid,
  used_by_name text not null,
  primary key (company_id, version)
);

-- Somebody is away, and another person decides for them.
create table approver_absences (
  company_id uuid not null references companies,
  id uuid not null,
  user_id uuid not null,
  substitute_id uuid not null,
  from_day date not null,
  until_day date not null,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid,
  primary key (company_id, id)
);
create index approver_absences_by_substitute on approver_absences (company_id, substitute_id, until_day) where deleted_at is null;
create index approver_absences_by_user on approver_absences (company_id, user_id, until_day) where deleted_at is null;

-- A resubmitted invoice opens a new round; what was decided before stays as it was.
alter table invoices
  add column round integer not null default 1,
  -- The version and rule of the flow that the lines come from; rule 0 is 'otherwise', null: no flow.
  add column flow_version integer,
  add column flow_rule integer;

alter table invoice_approvals
  add column round integer not null default 1,
  -- 0: one of the step suffices, 1: everybody of the step.
  add column mode smallint not null default 1,
  -- 0 before there were flows, 1 the flow, 2 four eyes, 3 by hand, 4 passed on.
  add column origin smallint not null default 0,
  add column reason text not null default '';

-- Deleting a line was part of changing invoices; now it has a right of its own.
insert into user_permissions (user_id, permission)
  select user_id, replace(permission, 'fmmodule.invoices.update', 'fmmodule.approvals.delete') from user_permissions
  where permission in ('fmmodule.invoices.update', 'fmmodule.invoices.update.company', 'fmmodule.invoices.update.system')
on conflict do nothing;
insert into group_permissions (group_id, permission)
  select group_id, replace(permission, 'fmmodule.invoices.update', 'fmmodule.approvals.delete') from group_permissions
  where permission in ('fmmodule.invoices.update', 'fmmodule.invoices.update.company', 'fmmodule.invoices.update.system')
on conflict do nothing;

-- Whoever approves says themselves when they are away.
insert into user_permissions (user_id, permission)
  select distinct user_id, 'fmmodule.absences.' || action || '.user'
  from user_permissions cross join unnest(array['read', 'create', 'update', 'delete']) as action
  where permission in ('fmmodule.invoices.approve', 'fmmodule.invoices.approve.company', 'fmmodule.invoices.approve.system')
on conflict do nothing;
insert into group_permissions (group_id, permission)
  select distinct group_id, 'fmmodule.absences.' || action || '.user'
  from group_permissions cross join unnest(array['read', 'create', 'update', 'delete']) as action
  where permission in ('fmmodule.invoices.approve', 'fmmodule.invoices.approve.company', 'fmmodule.invoices.approve.system')
on conflict do nothing;
