-- Which days of a company final runs have billed: finality is per company and day, so that a run can follow for whoever
-- was not billed (decision 0090). No day of a company is in two.
create table billing_final_days (
  company_id uuid not null references companies on delete cascade,
  from_on date not null,
  to_on date not null,
  run_id uuid not null references billing_runs,
  primary key (company_id, from_on),
  check (to_on >= from_on),
  constraint billing_final_days_overlap exclude using gist (company_id with =, daterange(from_on, to_on, '[]') with &&)
);

insert into billing_final_days (company_id, from_on, to_on, run_id)
  select i.company_id, r.from_on, r.to_on, r.id
  from billing_invoices i join billing_runs r on r.id = i.run_id and r.state = 2;

alter table billing_runs drop constraint billing_runs_overlap;
alter table billing_runs
  -- The customers that it is for; empty: all.
  add column company_ids uuid[] not null default '{}',
  -- Those whose address was missing when it became final, by name: a supplementary run bills them.
  add column left_out text[] not null default '{}';
