-- A link in a mail by which one person decides once on one invoice (decision 0119). What it is made of is sealed with the
-- product's key: the row alone opens nothing.
create table approval_links (
  company_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  user_id uuid not null,
  -- What the invoice said when the mail was sent; another value closes the link.
  facts jsonb not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- approve, reject, or undone within its seconds.
  used_verb text,
  primary key (company_id, id)
);
create index approval_links_of_invoice on approval_links (company_id, invoice_id, user_id);
create index invoice_approvals_to_mail on invoice_approvals (company_id, pending_since) where state = 1 and mailed_at is null;

-- What was decided in a period, for the report and the list behind it.
create index invoices_by_decision on invoices (company_id, decided_at) where decided_at is not null and deleted_at is null;
