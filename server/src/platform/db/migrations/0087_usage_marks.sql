-- What keeps a use from costing anything: that its document is unprocessable, or came in before (§I6).
create function usage_mark(company uuid, document uuid) returns text language sql stable as $$
  select coalesce((
    select case
        when d.state = 4 then 'unprocessable'
        when exists (select from invoices i where i.company_id = company and i.document_id = document and i.status = 1 and i.deleted_at is null)
          then 'duplicate'
        else '' end
    from documents d where d.company_id = company and d.id = document), '')
$$;

-- What a final run has billed keeps its price: the past does not change (§I2).
create function mark_usage(company uuid, document uuid) returns void language sql as $$
  update usage_events e set mark = usage_mark(company, document)
  where e.company_id = company and e.document_id = document and e.mark <> usage_mark(company, document)
    and not exists (select from billing_runs r where r.state = 2 and e.day between r.from_on and r.to_on)
$$;

create function mark_usage_of_document() returns trigger language plpgsql as $$
begin
  perform mark_usage(new.company_id, new.id);
  return null;
end $$;
create trigger usage_follows_document after update of state on documents
  for each row when ((old.state = 4) <> (new.state = 4)) execute function mark_usage_of_document();

create function mark_usage_of_invoice() returns trigger language plpgsql as $$
begin
  perform mark_usage(new.company_id, new.document_id);
  return null;
end $$;
create trigger usage_follows_new_invoice after insert on invoices
  for each row when (new.status = 1) execute function mark_usage_of_invoice();
create trigger usage_follows_invoice after update of status, deleted_at on invoices
  for each row when ((old.status = 1 and old.deleted_at is null) <> (new.status = 1 and new.deleted_at is null))
  execute function mark_usage_of_invoice();

-- Those that were written before there were marks.
update usage_events e set mark = usage_mark(e.company_id, e.document_id)
  where usage_mark(e.company_id, e.document_id) <> '';
