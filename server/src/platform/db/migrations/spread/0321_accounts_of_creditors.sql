-- The same as the migration of this name, for a database that is spread: a temporary table joins with none that is.
-- The bank accounts of creditors and the payment parts of invoices, from what invoices name (decision 0127). An account
-- that invoices were processed with is imported, any other seen; nobody confirmed one yet.
create temporary table named_accounts on commit drop as
  select i.company_id, i.id as invoice_id, i.creditor_id, i.status, i.created_at, n.part, n.iban, n.kind,
    case when n.part = 1 then i.total_in_cents else 0 end as amount, c.id is not null as has_creditor
  from invoices i
  left join creditors c on c.company_id = i.company_id and c.id = i.creditor_id
  left join lateral (select f.value from document_fields f where f.company_id = i.company_id
    and f.document_id = i.document_id and f.property = 'gAccount' and f.rank = 0 and f.value <> '') g on true
  cross join lateral (
    select row_number() over (order by o.kind) as part, o.iban, o.kind
    from (values (i.iban, 0), (g.value, 1)) as o (iban, kind)
    where o.iban is not null and o.iban <> '' and (o.kind = 0 or o.iban is distinct from i.iban)
  ) n
  where i.deleted_at is null;

insert into invoice_payments (company_id, invoice_id, part, iban, amount_in_cents, kind)
  select company_id, invoice_id, part, iban, amount, kind from named_accounts;

insert into creditor_accounts (company_id, id, creditor_id, iban, kind, state, first_invoice_id, created_at, updated_at)
  select n.company_id, gen_random_uuid(), n.creditor_id, n.iban, max(n.kind), case when bool_or(n.status = 3) then 1 else 0 end,
    (array_agg(n.invoice_id order by n.created_at, n.invoice_id))[1], min(n.created_at), min(n.created_at)
  from named_accounts n
  where n.has_creditor
  group by n.company_id, n.creditor_id, n.iban;

-- How it was checked: called, letter or bank; empty where it was not.
alter table creditor_account_events add column method text not null default '';

insert into creditor_account_events (company_id, id, account_id, at, state, user_name, invoice_id)
  select company_id, gen_random_uuid(), id, created_at, state, '', first_invoice_id from creditor_accounts;

-- The invoices of a creditor, the newest first; and names that resemble each other.
create index invoices_of_creditor on invoices (company_id, creditor_id, created_at, id) where deleted_at is null;
create index creditors_resembling on creditors using gin (company_id, name_key gin_trgm_ops);
-- What an account's state opens or closes: the invoices that name it.
create index invoice_payments_by_iban on invoice_payments (company_id, iban);
create index creditors_merged on creditors (company_id, merged_into) where merged_into is not null;
