-- What a company's directory calls the users and groups that it keeps by SCIM (decision 0138); of the coordinator, as all
-- of sign-in. A group that stands here was made by the directory; others it neither sees nor changes.
create table scim_ids (
  company_id uuid not null references companies on delete cascade,
  kind text not null check (kind in ('user', 'group')),
  record_id uuid not null,
  external_id text,
  primary key (company_id, kind, record_id)
);
create index scim_ids_by_external_id on scim_ids (company_id, kind, external_id);
