-- An order has the relation that it is for, with or without contact persons (§E4). Where it is not filled in yet it is that of the
-- first contact person, as it was shown.
update work_orders o set customer_relation_id = p.customer_relation_id
from (
  select distinct on (c.company_id, c.work_order_id) c.company_id, c.work_order_id, p.customer_relation_id
  from work_order_contacts c join contact_persons p on p.company_id = c.company_id and p.id = c.contact_person_id
  order by c.company_id, c.work_order_id, c.position) p
where p.company_id = o.company_id and p.work_order_id = o.id and o.customer_relation_id is null;
