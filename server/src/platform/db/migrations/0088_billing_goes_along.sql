-- A company that is purged takes along how it was billed; final invoices keep it from being deleted at all.
alter table customer_settings drop constraint customer_settings_company_id_fkey,
  add constraint customer_settings_company_id_fkey foreign key (company_id) references companies on delete cascade;
alter table customer_agreements drop constraint customer_agreements_company_id_fkey,
  add constraint customer_agreements_company_id_fkey foreign key (company_id) references companies on delete cascade;
alter table billing_invoices drop constraint billing_invoices_company_id_fkey,
  add constraint billing_invoices_company_id_fkey foreign key (company_id) references companies on delete cascade;
