-- What is in the trash is on orders of before still: one index of names finds it with the others. What a user is searched by
-- is folded once, as it is for relations and contact persons: a search of orders folded all users' names anew.
alter table users add column search_text text not null generated always as (norm(first_name || ' ' || last_name || ' ' || email)) stored;
drop index users_search, customer_relations_search, contact_persons_search;
create index users_search on users using gin (company_id, search_text gin_trgm_ops) with (fastupdate = off);
create index customer_relations_search on customer_relations using gin (company_id, search_text gin_trgm_ops) with (fastupdate = off);
create index contact_persons_search on contact_persons using gin (company_id, search_text gin_trgm_ops) with (fastupdate = off);
analyze users;
