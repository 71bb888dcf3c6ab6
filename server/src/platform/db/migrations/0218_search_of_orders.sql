-- The text that an order is searched by (decision 0024): its reference and number, and the names of its administration,
-- relation, contact persons and users, a line each. In a table of its own, so that a change of status does not index it
-- again. Orders in the trash have one too.
create table work_order_search (
  company_id uuid not null,
  work_order_id uuid not null,
  -- As of the order; they never change.
  created_at timestamptz not null,
  number integer not null,
  text text not null,
  primary key (company_id, work_order_id),
  foreign key (company_id, work_order_id) references work_orders on delete cascade
);
insert into work_order_search (company_id, work_order_id, created_at, number, text)
select o.company_id, o.id, o.created_at, o.number,
  norm(concat_ws(E'\n', o.reference, o.year_number, a.name, r.name, p.names, u.names))
from work_orders o
join administrations a on a.company_id = o.company_id and a.id = o.administration_id
left join customer_relations r on r.company_id = o.company_id and r.id = o.customer_relation_id
left join (
  select c.company_id, c.work_order_id, string_agg(p.first_name || ' ' || p.last_name, E'\n') as names
  from work_order_contacts c join contact_persons p on p.company_id = c.company_id and p.id = c.contact_person_id
  group by c.company_id, c.work_order_id) p on p.company_id = o.company_id and p.work_order_id = o.id
left join (
  select l.company_id, l.work_order_id, string_agg(u.first_name || ' ' || u.last_name, E'\n') as names
  from work_order_users l join users u on u.id = l.user_id
  group by l.company_id, l.work_order_id) u on u.company_id = o.company_id and u.work_order_id = o.id
order by o.created_at, o.number;
create index work_order_search_newest on work_order_search (company_id, created_at, number, work_order_id);
-- Every search reads what is pending, so little of it may be.
create index work_order_search_text on work_order_search using gin (company_id, text gin_trgm_ops) with (gin_pending_list_limit = 256);
analyze work_order_search;

-- What the search before this one needed.
drop trigger work_order_contacts_key on work_order_contacts;
drop trigger work_order_users_key on work_order_users;
drop function fill_order_key();
drop index work_order_contacts_newest, work_order_users_newest, work_orders_number_head, work_orders_search_number;
create index work_order_contacts_of_person on work_order_contacts (company_id, contact_person_id);
create index work_order_users_of_user on work_order_users (user_id, company_id, work_order_id);
alter table work_order_contacts drop column created_at, drop column number;
alter table work_order_users drop column created_at, drop column number;
alter table work_orders drop column search_reference;
