-- An amount as people type it: 9332,19, 9.332,19, 9332.19 and 9,332.19; a credit note's has a minus in front.
create function amount_words(cents bigint) returns text
  language sql immutable strict parallel safe
  as $$
    select sign || whole || ',' || rest || ' ' || sign || grouped || ',' || rest || ' ' || sign || whole || '.' || rest
      || ' ' || sign || replace(grouped, '.', ',') || '.' || rest
    from (select case when cents < 0 then '-' else '' end as sign, (abs(cents) / 100)::text as whole,
      lpad((abs(cents) % 100)::text, 2, '0') as rest,
      reverse(regexp_replace(reverse((abs(cents) / 100)::text), '(\d{3})(?=\d)', '\1.', 'g')) as grouped) parts
  $$;

-- A day as people type it: 03-11-2026, 3-11-2026 and 2026-11-03.
create function day_words(value date) returns text
  language sql immutable strict parallel safe
  as $$
    select lpad(day, 2, '0') || '-' || lpad(month, 2, '0') || '-' || year || ' ' || day || '-' || month || '-' || year
      || ' ' || year || '-' || lpad(month, 2, '0') || '-' || lpad(day, 2, '0')
    from (select extract(day from value)::integer::text as day, extract(month from value)::integer::text as month,
      extract(year from value)::integer::text as year) parts
  $$;

-- The supplier's KvK number, and the customer's own order that the invoice names.
alter table invoices add column kvk text not null default '';
alter table invoices add column order_number text not null default '';
update invoices i set kvk = f.value from document_fields f
  where f.company_id = i.company_id and f.document_id = i.document_id and f.property = 'kvk' and f.rank = 0;
update invoices i set order_number = coalesce((
  select (regexp_match(p.text,
    '(?:order|bestel|inkooporder)(?:nummer|nr\.?|no\.?)\s*:?\s*([A-Z0-9][A-Z0-9./-]{2,29})', 'i'))[1]
  from document_pages p where p.company_id = i.company_id and p.document_id = i.document_id
  order by p.number limit 1), '');

-- The search box looks through more than names and numbers.
drop index invoices_search;
alter table invoices drop column search;
alter table invoices add column search text not null generated always as
  (norm(document_number || ' ' || creditor_name || ' ' || invoice_number || ' ' || description
    || ' ' || amount_words(total_in_cents) || ' ' || day_words(invoice_date)
    || ' ' || coalesce(iban, '') || ' ' || kvk || ' ' || order_number)) stored;
create index invoices_search on invoices using gin (company_id, search gin_trgm_ops) where deleted_at is null;
create index invoices_by_due_date on invoices (company_id, due_date, id) where deleted_at is null;
create index invoices_by_amount on invoices (company_id, total_in_cents, id) where deleted_at is null;
