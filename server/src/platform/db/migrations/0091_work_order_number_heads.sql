-- A short number (`2026-9`, `2026-12`) begins those of a ninth or a ninetieth of a year's orders: the newest of them are
-- read from an index that stands in the order of the list, by the first two digits (decision 0024).
create index work_orders_number_head on work_orders (company_id, year, left(number::text, 2), created_at, number, id) where deleted_at is null;
