-- The company is in every key of a company's table, so that its rows can be on a server of their own (decision 0075). What
-- is found without the company has an index of its own.
alter table order_timers drop constraint order_timers_pkey, add primary key (company_id, user_id);
create index order_timers_of_user on order_timers (user_id);

alter table user_customer_relations drop constraint user_customer_relations_pkey, add primary key (company_id, user_id);
create index user_customer_relations_of_user on user_customer_relations (user_id);

-- Both are hashes of 256 random bits: two that are the same do not happen, in one company or in two.
alter table offer_links drop constraint offer_links_pkey, add primary key (company_id, token_hash);
create index offer_links_by_hash on offer_links (token_hash);
drop index update_keys_by_hash;
create unique index update_keys_hash_taken on update_keys (company_id, hash);
create index update_keys_by_hash on update_keys (hash);

alter table release_failures drop constraint release_failures_id_key, add constraint release_failures_id_taken unique (company_id, id);
create index release_failures_by_id on release_failures (id);

-- Numbers of invoices and credits run over all companies: each that was given is a row here, and none is given twice.
create table billing_numbers (
  number text primary key,
  company_id uuid not null,
  given_at timestamptz not null default now()
);
insert into billing_numbers (number, company_id)
  select invoice_number, company_id from billing_invoices where invoice_number <> ''
  union all select credit_number, company_id from billing_credits;
drop index billing_invoices_number;
alter table billing_credits drop constraint billing_credits_credit_number_key,
  add constraint billing_credits_number_taken unique (company_id, credit_number);

-- Shorter names: on a server that holds a part of the table, the number of the part stands behind them.
alter table carpet_order_lines rename constraint carpet_order_lines_company_id_order_id_line_number_key to carpet_order_lines_number_taken;
alter table intake_mails rename constraint intake_mails_company_id_administration_id_mailbox_uid_valid_key to intake_mails_position_taken;
