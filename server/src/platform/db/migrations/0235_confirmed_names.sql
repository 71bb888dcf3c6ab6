-- Only a name that a person confirmed or wrote is known to recognition; one that was read may be wrong for ever.
alter table creditors add column is_name_confirmed boolean not null default false;

update creditors c set is_name_confirmed = true
where exists (
  select from documents d where d.company_id = c.company_id and d.creditor_id = c.id and d.is_correct
);
