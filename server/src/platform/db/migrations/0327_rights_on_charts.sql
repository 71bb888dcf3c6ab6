-- Who maintains administrations maintains their charts.
insert into user_permissions (user_id, permission)
  select user_id, replace(permission, 'core.administrations', 'fmmodule.charts') from user_permissions
  where permission ~ '^core\.administrations\.(read|update)(\.(company|system))?$'
on conflict do nothing;
insert into group_permissions (group_id, permission)
  select group_id, replace(permission, 'core.administrations', 'fmmodule.charts') from group_permissions
  where permission ~ '^core\.administrations\.(read|update)(\.(company|system))?$'
on conflict do nothing;
