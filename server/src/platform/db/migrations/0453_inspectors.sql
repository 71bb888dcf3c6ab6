-- Who inspects (decision 0149): a person who sees the archive of a period only, until a day.
create table inspectors (
  company_id uuid not null references companies on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- Days of invoices that they see, both included.
  from_day date not null,
  to_day date not null,
  -- The last day on which they may sign in.
  ends_on date not null,
  -- When their sessions were ended after it.
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid,
  primary key (company_id, user_id)
);
create index inspectors_going on inspectors (ends_on) where ended_at is null;
