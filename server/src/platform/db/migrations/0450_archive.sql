-- What the pages of documents are searched by (decision 0146): the stems of everything read on a page, with their places.
-- Rows of before, and of servers of the version before, are added by a job.
create table page_search (
  company_id uuid not null,
  document_id uuid not null,
  number integer not null,
  words tsvector not null,
  primary key (company_id, document_id, number),
  foreign key (company_id, document_id, number) references document_pages on delete cascade
);
-- Out of line and as they are: whoever only counts rows reads small ones, and whoever looks into them unpacks nothing.
alter table page_search alter column words set storage external;
create index page_search_words on page_search using gin (company_id, words);

-- Who reads invoices reads the archive.
insert into user_permissions (user_id, permission)
  select user_id, replace(permission, 'fmmodule.invoices', 'fmmodule.archive') from user_permissions
  where permission ~ '^fmmodule\.invoices\.read(\.(company|system))?$'
on conflict do nothing;
insert into group_permissions (group_id, permission)
  select group_id, replace(permission, 'fmmodule.invoices', 'fmmodule.archive') from group_permissions
  where permission ~ '^fmmodule\.invoices\.read(\.(company|system))?$'
on conflict do nothing;

-- The archive goes through invoices in the order in which they came in, of one administration too.
create index invoices_by_arrival on invoices (company_id, administration_id, document_id) where deleted_at is null;
