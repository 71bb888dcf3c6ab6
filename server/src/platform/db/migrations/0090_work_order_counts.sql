-- How many orders of each status a company has, kept by whatever writes them (decision 0030). A backend adds to a slot of
-- its own, so that two writers of one company do not wait for each other's commit; the number is the sum of all slots.
create table work_order_counts (
  company_id uuid not null references companies on delete cascade,
  slot smallint not null,
  status_0 integer not null default 0,
  status_1 integer not null default 0,
  status_2 integer not null default 0,
  status_3 integer not null default 0,
  status_4 integer not null default 0,
  status_5 integer not null default 0,
  status_6 integer not null default 0,
  primary key (company_id, slot)
) with (fillfactor = 40);

-- Adds what a statement brought less what it took; orders in the trash do not count. Companies in their order, so that two
-- statements over several never wait in a circle.
create function add_work_order_counts(ids uuid[], statuses smallint[], signs integer[]) returns void language sql as $$
  insert into work_order_counts as kept (company_id, slot, status_0, status_1, status_2, status_3, status_4, status_5, status_6)
  select company_id, pg_backend_pid() % 64,
    coalesce(sum(sign) filter (where status = 0), 0), coalesce(sum(sign) filter (where status = 1), 0),
    coalesce(sum(sign) filter (where status = 2), 0), coalesce(sum(sign) filter (where status = 3), 0),
    coalesce(sum(sign) filter (where status = 4), 0), coalesce(sum(sign) filter (where status = 5), 0),
    coalesce(sum(sign) filter (where status = 6), 0)
  from unnest(ids, statuses, signs) as changed (company_id, status, sign)
  group by company_id order by company_id
  on conflict (company_id, slot) do update set
    status_0 = kept.status_0 + excluded.status_0, status_1 = kept.status_1 + excluded.status_1,
    status_2 = kept.status_2 + excluded.status_2, status_3 = kept.status_3 + excluded.status_3,
    status_4 = kept.status_4 + excluded.status_4, status_5 = kept.status_5 + excluded.status_5,
    status_6 = kept.status_6 + excluded.status_6
$$;

create function count_work_orders() returns trigger language plpgsql as $$
declare
  ids uuid[];
  statuses smallint[];
  signs integer[];
begin
  if tg_op = 'INSERT' then
    select array_agg(company_id), array_agg(status), array_agg(number) into ids, statuses, signs
      from (select company_id, status, count(*) as number from added where deleted_at is null group by 1, 2) c;
  elsif tg_op = 'DELETE' then
    select array_agg(company_id), array_agg(status), array_agg(-number) into ids, statuses, signs
      from (select company_id, status, count(*) as number from gone where deleted_at is null group by 1, 2) c;
  else
    select array_agg(company_id), array_agg(status), array_agg(number) into ids, statuses, signs
      from (select company_id, status, sum(sign) as number
        from (select company_id, status, 1 as sign from added where deleted_at is null
          union all select company_id, status, -1 from gone where deleted_at is null) c
        group by 1, 2 having sum(sign) <> 0) c;
  end if;
  if ids is not null then perform add_work_order_counts(ids, statuses, signs); end if;
  return null;
end $$;
create trigger work_orders_added after insert on work_orders
  referencing new table as added for each statement execute function count_work_orders();
create trigger work_orders_gone after delete on work_orders
  referencing old table as gone for each statement execute function count_work_orders();
create trigger work_orders_changed after update on work_orders
  referencing old table as gone new table as added for each statement execute function count_work_orders();

insert into work_order_counts (company_id, slot, status_0, status_1, status_2, status_3, status_4, status_5, status_6)
  select company_id, 0, count(*) filter (where status = 0), count(*) filter (where status = 1), count(*) filter (where status = 2),
    count(*) filter (where status = 3), count(*) filter (where status = 4), count(*) filter (where status = 5), count(*) filter (where status = 6)
  from work_orders where deleted_at is null group by company_id;
