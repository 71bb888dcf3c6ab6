-- Who manages all companies sees how the product runs, and tries failed jobs again (§J10).
insert into user_permissions (user_id, permission)
  select user_id, name from user_permissions, unnest(array['core.status.read.system', 'core.status.retry.system']) name
  where permission = 'core.companies.update.system'
on conflict do nothing;
insert into group_permissions (group_id, permission)
  select group_id, name from group_permissions, unnest(array['core.status.read.system', 'core.status.retry.system']) name
  where permission = 'core.companies.update.system'
on conflict do nothing;
