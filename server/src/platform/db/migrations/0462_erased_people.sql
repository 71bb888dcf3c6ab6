-- Whose personal data was erased (decision 0140): the row stays, since records refer to it.
alter table users add column erased_at timestamptz;

-- Rows of the history are only added, but for what it says of somebody who was erased.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'history' and tg_op = 'UPDATE' and current_setting('balie.erasing', true) = 'on' then
    return null;
  end if;
  raise exception 'rows of % are only added', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- By the owner of the tables, since the product itself may change no line: puts a mark in the place of the name and the
-- address of somebody whom `users` says is erased, and removes the salts of those lines, so that seals hold (decision
-- 0151). Called before the name in `users` is replaced. Gives how many lines it changed.
create function erase_from_history(person uuid) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who record;
  mark text := 'Gewist persoon ' || right(person::text, 8);
  name text;
  address text;
  touched bigint;
begin
  select u.company_id, u.first_name, u.last_name, u.email, c.is_provider into who
    from users u join companies c on c.id = u.company_id where u.id = person and u.erased_at is not null;
  if not found then
    raise exception 'only what the history says of an erased person is changed' using errcode = 'insufficient_privilege';
  end if;
  -- As text of JSON, with its quotes, so that no part of a longer text counts.
  name := to_jsonb(coalesce(nullif(trim(who.first_name || ' ' || who.last_name), ''), 'name of ' || person))::text;
  address := to_jsonb(who.email)::text;
  delete from history_salts t using history h
    where h.company_id = t.company_id and h.id = t.line_id and (who.is_provider or h.company_id = who.company_id)
      and (h.user_id = person or h.entity_id = person
        or strpos(h.changes::text, name) > 0 or strpos(h.changes::text, address) > 0);
  perform set_config('balie.erasing', 'on', true);
  update history h set
    user_name = case when h.user_id = person then mark else h.user_name end,
    changes = replace(replace(
      case when h.entity_id <> person then h.changes::text
        else coalesce((select jsonb_object_agg(f.key, case
          when f.key in ('firstName', 'lastName', 'emailAddress.address') then jsonb_build_object('old', mark, 'new', mark)
          else f.value end) from jsonb_each(h.changes) f), '{}')::text end,
      name, to_jsonb(mark)::text), address, to_jsonb(mark)::text)::jsonb
  where (who.is_provider or h.company_id = who.company_id)
    and (h.user_id = person or h.entity_id = person
      or strpos(h.changes::text, name) > 0 or strpos(h.changes::text, address) > 0);
  get diagnostics touched = row_count;
  perform set_config('balie.erasing', '', true);
  return touched;
end $$;
