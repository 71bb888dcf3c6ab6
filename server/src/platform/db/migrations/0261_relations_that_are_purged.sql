-- Where a company's rows are on a server of their own, a foreign key that names the company sets nothing to null: who purges
-- a relation takes it off the orders and users of before (decision 0075).
alter table carpet_orders drop constraint carpet_orders_company_id_customer_relation_id_fkey,
  add foreign key (company_id, customer_relation_id) references customer_relations (company_id, id);
alter table user_customer_relations drop constraint user_customer_relations_company_id_customer_relation_id_fkey,
  add foreign key (company_id, customer_relation_id) references customer_relations (company_id, id);
