-- Second factors and the devices that people signed in with; of the coordinator, as all of sign-in (decision 0130).
create table totp_secrets (
  user_id uuid primary key references users on delete cascade,
  secret_encrypted bytea not null,
  created_at timestamptz not null,
  -- Null until a code of it was typed once: before that it counts for nothing.
  confirmed_at timestamptz,
  -- The step of the last code that was taken: a code works once.
  last_step bigint not null default 0
);

-- Keyed hashes; each works once.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  hash text not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

create table sign_in_sessions (
  -- The `sid` of the session's tokens.
  uid text primary key,
  user_id uuid not null references users on delete cascade,
  started_at timestamptz not null,
  ip text not null,
  user_agent text not null,
  -- RFC 8176: pwd, otp, …
  methods text[] not null,
  second_factor_at timestamptz,
  expires_at timestamptz not null
);
create index sign_in_sessions_of_user on sign_in_sessions (user_id, started_at);
create index sign_in_sessions_by_age on sign_in_sessions (expires_at);

-- The first day on which people of the company have to have a second factor; null: never.
alter table companies add column second_factor_from date;

alter table sign_in_events drop constraint sign_in_events_kind_check;
alter table sign_in_events add constraint sign_in_events_kind_check
  check (kind in ('signed-in', 'failed', 'password-set', 'factor-failed', 'factor-set', 'factor-removed'));

-- The sessions of a person, for their list of devices.
create index oidc_state_sessions on oidc_state ((payload ->> 'accountId')) where kind = 'Session';
