-- A purge of a relation asks for all its contact persons, those in the trash too.
drop index contact_persons_of_relation;
create index contact_persons_of_relation on contact_persons (company_id, customer_relation_id, last_name collate natural_order, id);
