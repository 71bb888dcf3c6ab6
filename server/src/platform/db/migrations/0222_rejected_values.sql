-- What a person rejected of a recognition. Read again, a document with the same values is not accepted (§D2).
create table document_rejections (
  company_id uuid not null,
  document_id uuid not null,
  rejected_at timestamptz not null,
  property text not null,
  -- Empty: nothing was found, which was wrong.
  value text not null,
  -- The person said that it was this value; else it is one of all that were rejected together.
  is_named boolean not null,
  primary key (company_id, document_id, rejected_at, property),
  foreign key (company_id, document_id) references documents on delete cascade
);

-- Documents that wait among the unknown ones since they were rejected: nobody was asked which value was wrong.
insert into document_rejections (company_id, document_id, rejected_at, property, value, is_named)
  select d.company_id, d.id, coalesce(d.verdict_at, d.updated_at), f.property, f.value, false
  from documents d join document_fields f on f.company_id = d.company_id and f.document_id = d.id and f.rank = 0
  where d.state = 3 and d.deleted_at is null and d.reasons @> '{rejected}'
    and f.property in ('number', 'date', 'total', 'creditor');
