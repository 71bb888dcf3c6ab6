-- Sign-in. Sessions, keys and attempts belong to one installation and never enter a backup (decision 0009).

-- What the embedded provider remembers: sessions, interactions, grants, codes.
create table oidc_state (
  kind text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  consumed_at timestamptz,
  expires_at timestamptz,
  primary key (kind, id)
);
create index oidc_state_of_grant on oidc_state (grant_id) where grant_id is not null;
create index oidc_state_by_uid on oidc_state (kind, uid) where uid is not null;
create index oidc_state_by_age on oidc_state (expires_at) where expires_at is not null;

-- The keys that sign tokens; the private half is encrypted with the key outside the database.
create table signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_jwk_encrypted bytea not null,
  created_at timestamptz not null default now()
);

create table credentials (
  user_id uuid primary key references users on delete cascade,
  password_hash text not null,
  must_change boolean not null default false,
  changed_at timestamptz not null default now()
);

-- People of an external provider, bound once to a user of ours.
create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  bound_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create unique index identities_one_per_issuer on identities (user_id, issuer);

-- Wrong passwords per address and place, in the database so that all processes count together. The key is a hash:
-- neither addresses nor places of people who mistyped are kept.
create table login_attempts (
  key text primary key,
  failures integer not null default 0,
  last_at timestamptz not null,
  locked_until timestamptz
);
create index login_attempts_by_age on login_attempts (last_at);
