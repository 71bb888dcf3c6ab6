-- Deliveries have rights of their own; who may hand over to bookkeeping has them.
insert into user_permissions (user_id, permission)
  select user_id, replace(permission, 'fmmodule.invoices.export', 'fmmodule.' || wanted) from user_permissions
    cross join unnest(array['deliveries.read', 'deliveries.update', 'deliverysettings.read', 'deliverysettings.update']) as wanted
  where permission in ('fmmodule.invoices.export', 'fmmodule.invoices.export.company', 'fmmodule.invoices.export.system')
on conflict do nothing;
insert into group_permissions (group_id, permission)
  select group_id, replace(permission, 'fmmodule.invoices.export', 'fmmodule.' || wanted) from group_permissions
    cross join unnest(array['deliveries.read', 'deliveries.update', 'deliverysettings.read', 'deliverysettings.update']) as wanted
  where permission in ('fmmodule.invoices.export', 'fmmodule.invoices.export.company', 'fmmodule.invoices.export.system')
on conflict do nothing;

alter table delivery_settings add column journal text not null default '';
