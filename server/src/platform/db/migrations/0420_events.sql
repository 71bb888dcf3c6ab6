-- What happened, for programs (decision 0131): written in the transaction that does it, numbered after its commit.
create table events (
  company_id uuid not null,
  id uuid not null,
  -- Null until it is numbered. Numbers of a company become visible in their order.
  number bigint,
  type text not null,
  -- The permission name of the record's resource.
  entity text not null,
  record_id uuid not null,
  at timestamptz not null,
  primary key (company_id, id)
);
create unique index events_by_number on events (company_id, number) where number is not null;
create index events_to_number on events (company_id, id) where number is null;
create index events_by_age on events (company_id, at);
