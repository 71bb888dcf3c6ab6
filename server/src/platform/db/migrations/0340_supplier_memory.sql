-- What confirmed documents teach of their suppliers (decision 0122): places and shapes of values, never the values. It
-- counts while its document is confirmed, kept and no duplicate, and belongs to the creditor that the document has.
create table document_examples (
  company_id uuid not null,
  document_id uuid not null,
  learnt_at timestamptz not null,
  example jsonb not null,
  primary key (company_id, document_id),
  foreign key (company_id, document_id) references documents on delete cascade
);

-- What a person had forgotten of a supplier: examples of earlier count no more. An empty property is all of them.
create table forgotten_memory (
  company_id uuid not null,
  creditor_id uuid not null,
  property text not null,
  forgotten_at timestamptz not null,
  forgotten_by uuid not null,
  primary key (company_id, creditor_id, property),
  foreign key (company_id, creditor_id) references creditors on delete cascade
);
