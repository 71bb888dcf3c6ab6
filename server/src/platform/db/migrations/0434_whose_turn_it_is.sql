-- Lists find the lines of a person by an index, those for whom a substitute decided too (§C5).
create index invoice_approvals_on_behalf on invoice_approvals (company_id, on_behalf_of) where on_behalf_of is not null;
-- Those that anybody may decide.
create index invoices_open_to_all on invoices (company_id, document_number collate natural_order, id)
  where deleted_at is null and status < 2 and approval_state in (0, 3) and not has_turns;
-- Staff's list of what waits anywhere.
create index invoices_open_anywhere on invoices (document_number collate natural_order, id)
  where deleted_at is null and status < 2;

-- From now on it says what is left: a flow that asks for nobody any more takes its lines back.
update invoices set has_turns = false
where has_turns and status = 0 and deleted_at is null
  and not exists (select from invoice_approvals a where a.company_id = invoices.company_id and a.invoice_id = invoices.id);
