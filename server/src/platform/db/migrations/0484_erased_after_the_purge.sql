-- Somebody who was purged from the trash is erased too (decision 0140). Their row is gone, so the company, the names and
-- the addresses are those that the history has of them. Whoever has a row is erased only once `users` says so, as before.
-- Gives how many lines by them or of their own record it changed.
create or replace function erase_from_history(person uuid) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  company uuid;
  everywhere boolean;
  mark text := 'Gewist persoon ' || right(person::text, 8);
  known text[];
  line record;
  first_name text;
  last_name text;
  sought text;
  touched bigint;
begin
  select u.company_id, c.is_provider, array[trim(u.first_name || ' ' || u.last_name), u.email]
    into company, everywhere, known
    from users u join companies c on c.id = u.company_id where u.id = person and u.erased_at is not null;
  if company is null and not exists (select from users where id = person) then
    select h.company_id, c.is_provider into company, everywhere
      from history h join companies c on c.id = h.company_id
      where h.entity = 'core.users' and h.entity_id = person limit 1;
    select array_agg(distinct h.user_name) into known from history h
      where h.user_id = person and (everywhere or h.company_id = company);
    for line in select h.changes from history h
      where h.company_id = company and h.entity = 'core.users' and h.entity_id = person order by h.at, h.id loop
      first_name := coalesce(line.changes #>> '{firstName,new}', line.changes #>> '{firstName,old}', first_name);
      last_name := coalesce(line.changes #>> '{lastName,new}', line.changes #>> '{lastName,old}', last_name);
      known := known || array[line.changes #>> '{emailAddress.address,old}', line.changes #>> '{emailAddress.address,new}',
        trim(concat_ws(' ', first_name, last_name))];
    end loop;
  end if;
  if company is null then
    raise exception 'only what the history says of an erased person is changed' using errcode = 'insufficient_privilege';
  end if;
  delete from history_salts t using history h
    where h.company_id = t.company_id and h.id = t.line_id and (everywhere or h.company_id = company)
      and (h.user_id = person or h.entity_id = person);
  perform set_config('balie.erasing', 'on', true);
  update history h set
    user_name = case when h.user_id = person then mark else h.user_name end,
    changes = case when h.entity_id <> person then h.changes
      else coalesce((select jsonb_object_agg(f.key, case
        when f.key in ('firstName', 'lastName', 'emailAddress.address') then jsonb_build_object('old', mark, 'new', mark)
        else f.value end) from jsonb_each(h.changes) f), '{}') end
  where (everywhere or h.company_id = company) and (h.user_id = person or h.entity_id = person);
  get diagnostics touched = row_count;
  -- As text of JSON, with its quotes, so that no part of a longer text counts.
  for sought in select distinct to_jsonb(one)::text from unnest(known) one where one <> '' loop
    delete from history_salts t using history h
      where h.company_id = t.company_id and h.id = t.line_id and (everywhere or h.company_id = company)
        and strpos(h.changes::text, sought) > 0;
    update history h set changes = replace(h.changes::text, sought, to_jsonb(mark)::text)::jsonb
    where (everywhere or h.company_id = company) and strpos(h.changes::text, sought) > 0;
  end loop;
  perform set_config('balie.erasing', '', true);
  return touched;
end $$;
