-- What a supplier's invoice charges for the line of a work order (decision 0156), excluding VAT; negative of a credit note.
-- It counts while its invoice is neither rejected nor removed: nothing else ties the two.
create table purchase_links (
  company_id uuid not null,
  invoice_id uuid not null,
  order_line_id uuid not null,
  work_order_id uuid not null,
  amount_in_cents bigint not null,
  linked_at timestamptz not null,
  linked_by uuid,
  linked_by_name text not null default '',
  primary key (company_id, invoice_id, order_line_id),
  foreign key (company_id, invoice_id) references invoices on delete cascade
);
create index purchase_links_of_order on purchase_links (company_id, work_order_id, order_line_id);
