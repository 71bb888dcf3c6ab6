-- A signing key that was replaced signs no more, and verifies what it signed until then (npm run rotate-keys).
alter table signing_keys add column verifies_until timestamptz;
