-- `is_edited` says that a person wrote values; this one that it was the customer and not staff (`IsEdited` on the wire).
alter table documents add column edited_by_customer boolean not null default false;

update documents d set edited_by_customer = true
  where d.is_edited and exists (
    select from history h join users u on u.id = h.user_id and u.company_id = h.company_id
    where h.company_id = d.company_id and h.entity = 'fmmodule.documents' and h.entity_id = d.id
      and h.verb = 'update' and h.changes not in ('{}', '[]'));
