-- Sign-ins, failed ones and passwords set, of people who are users; with the company first, as everything of a company.
create table sign_in_events (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('signed-in', 'failed', 'password-set')),
  at timestamptz not null,
  -- Where it came from; null where somebody else set the password.
  ip text,
  user_agent text,
  -- Who set the password, where that was somebody else.
  by_user_id uuid,
  primary key (company_id, id)
);
create index sign_in_events_by_moment on sign_in_events (company_id, at);
create index sign_in_events_of_user on sign_in_events (user_id, at);

-- Failed sign-ins with an address that no user has. The rule of 0004 holds: neither addresses nor places of people who
-- mistyped are kept. This is a hash with the key outside the database, so that repeats can be counted, for ninety days.
create table unknown_sign_ins (
  id uuid primary key,
  address_hash text not null,
  at timestamptz not null
);
create index unknown_sign_ins_by_age on unknown_sign_ins (at);
