-- What happened to a final invoice afterwards: the invoice itself is only added (decision 0101), so this has a row of its
-- own, made when it is first mailed or paid.
create table billing_invoice_states (
  company_id uuid not null references companies,
  invoice_id uuid not null,
  -- 0 not mailed, 1 waits, 2 is being sent, 3 sent, 4 not sent, 5 not known whether it was sent.
  mail_state smallint not null default 0,
  -- The mail that is under way or went out last; a job of an earlier one does nothing.
  mail_id uuid,
  mail_to text not null default '',
  mailed_at timestamptz,
  paid_on date,
  primary key (company_id, invoice_id),
  foreign key (company_id, invoice_id) references billing_invoices (company_id, id)
);

-- Whoever makes runs final mails their invoices and marks them paid.
insert into user_permissions (user_id, permission)
  select user_id, replace(permission, 'fm.billing.finalise', 'fm.billing.' || action) from user_permissions
    cross join unnest(array['mail', 'pay']) as action
  where permission in ('fm.billing.finalise', 'fm.billing.finalise.company', 'fm.billing.finalise.system')
on conflict do nothing;
insert into group_permissions (group_id, permission)
  select group_id, replace(permission, 'fm.billing.finalise', 'fm.billing.' || action) from group_permissions
    cross join unnest(array['mail', 'pay']) as action
  where permission in ('fm.billing.finalise', 'fm.billing.finalise.company', 'fm.billing.finalise.system')
on conflict do nothing;
