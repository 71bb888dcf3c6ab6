-- Passkeys of people; of the coordinator, as all of sign-in (decisions 0130 and 0135).
create table passkeys (
  id uuid primary key,
  -- As the authenticator names it, in base64url.
  credential_id text not null unique,
  user_id uuid not null references users on delete cascade,
  name text not null,
  public_key bytea not null,
  -- Many authenticators do not count, and stay at 0.
  counter bigint not null,
  transports text[] not null,
  -- The host that it was made for; with related origins one for all brands.
  rp_id text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_of_user on passkeys (user_id, created_at);
