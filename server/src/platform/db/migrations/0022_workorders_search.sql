-- Searching work orders (decision 0024): own texts by trigrams, people by lists that stand in the order of the orders.
alter table work_orders add column search_reference text not null generated always as (norm(reference)) stored;
create index work_orders_search_reference on work_orders using gin (company_id, search_reference gin_trgm_ops);
create index work_orders_search_number on work_orders using gin (company_id, year_number gin_trgm_ops);
-- Staff look at all companies at once, and search invoiced orders too.
create index work_orders_newest_of_all on work_orders (created_at, number, id) where deleted_at is null;

-- Year and number of an order never change, nor does the moment that it was made: the links carry them, so that the
-- newest orders of a person are read from an index.
alter table work_order_contacts add column created_at timestamptz, add column number integer;
alter table work_order_users add column created_at timestamptz, add column number integer;
update work_order_contacts l set created_at = o.created_at, number = o.number
  from work_orders o where o.company_id = l.company_id and o.id = l.work_order_id;
update work_order_users l set created_at = o.created_at, number = o.number
  from work_orders o where o.company_id = l.company_id and o.id = l.work_order_id;
create index work_order_contacts_newest on work_order_contacts (company_id, contact_person_id, created_at, number, work_order_id);
drop index work_order_contacts_of_person;
create index work_order_users_newest on work_order_users (user_id, company_id, created_at, number, work_order_id);
drop index work_order_users_of_user;

create function fill_order_key() returns trigger language plpgsql as $$
begin
  select o.created_at, o.number into new.created_at, new.number
    from work_orders o where o.company_id = new.company_id and o.id = new.work_order_id;
  return new;
end $$;
create trigger work_order_contacts_key before insert on work_order_contacts
  for each row when (new.created_at is null) execute function fill_order_key();
create trigger work_order_users_key before insert on work_order_users
  for each row when (new.created_at is null) execute function fill_order_key();
