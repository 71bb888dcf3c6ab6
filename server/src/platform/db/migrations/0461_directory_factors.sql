-- What a company's directory says of a second factor, and which of its groups are groups here (decision 0139).
alter table identity_providers
  -- Values of `acr` that mean a second factor; empty: `mfa` in `amr` does.
  add column acr_values text[] not null default '{}',
  -- The claim that names groups; empty: none.
  add column groups_claim text not null default '';

create table identity_provider_groups (
  company_id uuid not null references companies on delete cascade,
  value text not null,
  group_id uuid not null references groups on delete cascade,
  primary key (company_id, value, group_id)
);
