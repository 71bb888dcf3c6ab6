-- Devices that people signed in on, so that they are told of a new one; of the coordinator, as all of sign-in (decision 0136).
create table sign_in_devices (
  user_id uuid not null references users on delete cascade,
  -- Of what the browser keeps in a cookie.
  device_hash text not null,
  -- Browser and system in words, and the network: those of before make no other device of a browser without its cookie.
  name text not null,
  place text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device_hash)
);
create index sign_in_devices_by_age on sign_in_devices (last_seen_at);

-- What it was about: `app`, `passkey`, `codes`.
alter table sign_in_events add column detail text;
