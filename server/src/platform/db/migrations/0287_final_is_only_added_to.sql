-- What is final is in tables that rows are only added to: 'insert-only' in a table's comment is what `migrate` takes the
-- rights to change and delete from the product's login by (decision 0101). Where one login owns all, it makes a trigger.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are only added', tg_table_name using errcode = 'insufficient_privilege';
end $$;
drop trigger if exists history_grows_only on history;
drop trigger if exists history_is_kept on history;
comment on table history is 'insert-only';

drop trigger if exists billing_run_is_kept on billing_runs;
drop trigger if exists billing_runs_are_kept on billing_runs;
drop trigger if exists billing_invoice_is_kept on billing_invoices;
drop trigger if exists billing_invoices_are_kept on billing_invoices;
drop trigger if exists billing_papers_are_kept on billing_papers;
drop trigger if exists billing_credits_are_kept on billing_credits;
drop function keep_final_run();
drop function keep_final_invoice();
drop function keep_final_table();

-- What a run became final with. A run is final when it has a row here, whatever its own row says.
create table final_runs (
  id uuid primary key references billing_runs,
  period text not null,
  from_on date not null,
  to_on date not null,
  -- Seller and settings as they were, and all that the invoices say: one text, and its hash.
  snapshot text not null,
  hash text not null,
  -- Those whose address was missing, by name: a supplementary run bills them.
  left_out text[] not null,
  finalised_at timestamptz not null,
  finalised_by_name text not null
);
comment on table final_runs is 'insert-only';
insert into final_runs
  select id, period, from_on, to_on, snapshot, hash, left_out, finalised_at, finalised_by_name from billing_runs where state = 2;
alter table billing_runs drop column snapshot, drop column hash, drop column left_out, drop column finalised_at,
  drop column finalised_by_name;

-- The figures of runs that are not final; billing_invoices has the final ones.
create table draft_invoices (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  run_id uuid not null references billing_runs on delete cascade,
  name text not null,
  fm_customer_id integer not null,
  buyer jsonb not null,
  missing text[] not null,
  lines jsonb not null,
  fixed_in_cents bigint not null,
  variable_in_cents bigint not null,
  total_in_cents bigint not null,
  vat_in_cents bigint not null,
  primary key (company_id, id),
  constraint draft_invoices_taken unique (run_id, company_id)
);
insert into draft_invoices
  select company_id, id, run_id, name, fm_customer_id, buyer, missing, lines, fixed_in_cents, variable_in_cents, total_in_cents,
    vat_in_cents
  from billing_invoices i where run_id in (select id from billing_runs where state <> 2);
delete from billing_invoices where run_id in (select id from billing_runs where state <> 2);
-- Nothing final goes along with what it belongs to.
alter table billing_invoices alter column invoice_number drop default;
alter table billing_invoices add constraint billing_invoices_numbered check (invoice_number <> '');
alter table billing_invoices drop constraint billing_invoices_company_id_fkey;
alter table billing_invoices add constraint billing_invoices_company_id_fkey foreign key (company_id) references companies;
alter table billing_invoices drop constraint billing_invoices_run_id_fkey;
alter table billing_invoices add constraint billing_invoices_run_id_fkey foreign key (run_id) references billing_runs;
alter table billing_final_days drop constraint billing_final_days_company_id_fkey;
alter table billing_final_days add constraint billing_final_days_company_id_fkey foreign key (company_id) references companies;
comment on table billing_invoices is 'insert-only';
comment on table billing_papers is 'insert-only';
comment on table billing_credits is 'insert-only';
comment on table billing_final_days is 'insert-only';
comment on table billing_numbers is 'insert-only';

-- The last number that was given to an invoice or a credit in a year: one row, on the coordinator where the database is
-- spread. `counters` has the row of a company beside that company.
create table billing_series (
  year text primary key,
  value integer not null
);
insert into billing_series (year, value)
  select substr(name, length('billing-invoices-') + 1), value from counters where name like 'billing-invoices-%';
delete from counters where name like 'billing-invoices-%';

-- Nothing of the version before calls them any more.
drop function next_line_position(uuid, uuid);
drop function usage_mark(uuid, uuid);
