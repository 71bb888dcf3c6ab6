-- What waits to be put into an index of trigrams is gone through by every search. Names are written seldom: they go in at
-- once. Orders are written all day: some hundreds may wait.
alter index customer_relations_search set (fastupdate = off);
alter index contact_persons_search set (fastupdate = off);
alter index users_search set (fastupdate = off);
alter index work_orders_search_reference set (gin_pending_list_limit = 128);
alter index work_orders_search_number set (gin_pending_list_limit = 128);
select gin_clean_pending_list('customer_relations_search'), gin_clean_pending_list('contact_persons_search'),
  gin_clean_pending_list('users_search'), gin_clean_pending_list('work_orders_search_reference'),
  gin_clean_pending_list('work_orders_search_number');
