-- Drawings that an order took wait no longer; what a change took off an order is kept for whoever still looks at it.
alter table carpet_drawings add column used_at timestamptz;
alter table carpet_drawings add column order_id uuid;
update carpet_drawings set used_at = now() where exists (
  select from carpet_order_lines line where line.company_id = carpet_drawings.company_id and line.drawing_sha256 = carpet_drawings.sha256);
create index carpet_orders_awaiting_of_relation on carpet_orders (company_id, customer_relation_id) where status = 0;
