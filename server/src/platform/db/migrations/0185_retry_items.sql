-- What one run of the retry made of each document. It stood in the documents themselves, where whatever came later, such as
-- a trigger saved afterwards, was counted as the run's own (decision 0057).
create table document_retry_items (
  company_id uuid not null,
  document_id uuid not null,
  retry_id uuid not null,
  -- As the run left it; null until then.
  state smallint,
  reasons text[] not null default '{}',
  ended_at timestamptz,
  primary key (company_id, document_id, retry_id),
  foreign key (company_id, document_id) references documents on delete cascade
);
create index document_retry_items_by_retry on document_retry_items (retry_id);

-- Of runs before, what is known: how their documents stand.
insert into document_retry_items (company_id, document_id, retry_id, state, reasons, ended_at)
  select company_id, id, retry_id, case when state > 1 then state end, reasons, case when state > 1 then updated_at end
  from documents where retry_id is not null;
