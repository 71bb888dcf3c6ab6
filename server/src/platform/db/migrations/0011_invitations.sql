-- Links by which people choose a password: one of each purpose a user, so that a newer one replaces the older. Only
-- the hash of the token is kept; a link counts while the user's sessions are those of when it was made (0009).
create table sign_in_links (
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('invitation', 'password')),
  token_hash text not null unique,
  session_epoch integer not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (user_id, purpose)
);
create index sign_in_links_by_age on sign_in_links (expires_at);
