-- Uses get their day, what they were worth then, and sums a day that are always right.
alter table usage_events
  add column day date not null generated always as ((at at time zone 'Europe/Amsterdam')::date) stored,
  -- The customer had a trial or preview then: it counts, and costs nothing (§I6).
  add column is_trial boolean not null default false,
  -- `duplicate` or `unprocessable`: it stays, and costs nothing; empty when it does.
  add column mark text not null default '';
create index usage_events_by_day on usage_events (company_id, kind, day, at);
create index usage_events_of_document on usage_events (company_id, document_id);
drop index usage_events_by_month;

-- One row a company, kind and day, kept by triggers in the transaction of the event itself.
create table usage_days (
  company_id uuid not null references companies,
  day date not null,
  kind text not null,
  -- All events; of those, the ones that are marked; and of the others, those of a trial.
  total integer not null,
  marked integer not null,
  trial integer not null,
  primary key (company_id, day, kind)
);
create index usage_days_by_day on usage_days (day);

create function count_usage() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    -- In one order everywhere, so that two of these wait for each other instead of for ever.
    insert into usage_days as d (company_id, day, kind, total, marked, trial)
      select company_id, day, kind, -count(*), -count(*) filter (where mark <> ''), -count(*) filter (where mark = '' and is_trial)
      from gone group by company_id, day, kind order by company_id, day, kind
      on conflict (company_id, day, kind) do update set
        total = d.total + excluded.total, marked = d.marked + excluded.marked, trial = d.trial + excluded.trial;
  end if;
  if tg_op <> 'DELETE' then
    insert into usage_days as d (company_id, day, kind, total, marked, trial)
      select company_id, day, kind, count(*), count(*) filter (where mark <> ''), count(*) filter (where mark = '' and is_trial)
      from come group by company_id, day, kind order by company_id, day, kind
      on conflict (company_id, day, kind) do update set
        total = d.total + excluded.total, marked = d.marked + excluded.marked, trial = d.trial + excluded.trial;
  end if;
  return null;
end $$;
create trigger usage_is_counted after insert on usage_events
  referencing new table as come for each statement execute function count_usage();
create trigger usage_is_counted_again after update on usage_events
  referencing old table as gone new table as come for each statement execute function count_usage();
create trigger usage_is_uncounted after delete on usage_events
  referencing old table as gone for each statement execute function count_usage();

insert into usage_days (company_id, day, kind, total, marked, trial)
  select company_id, day, kind, count(*), 0, 0 from usage_events group by company_id, day, kind;
