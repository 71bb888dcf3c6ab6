-- The directory by which the people of a company sign in (OpenID Connect), and the domains of their addresses; of the
-- coordinator, as all of sign-in (decision 0139): who signs in is not known by company yet.
create table identity_providers (
  company_id uuid primary key references companies on delete cascade,
  issuer text not null,
  client_id text not null,
  client_secret_encrypted bytea not null,
  is_active boolean not null,
  updated_at timestamptz not null
);

create table identity_domains (
  company_id uuid not null references companies on delete cascade,
  domain text not null,
  -- What the domain's TXT record has to say.
  proof text not null,
  proven_at timestamptz,
  proven_by text check (proven_by in ('dns', 'staff')),
  primary key (company_id, domain)
);
-- Several companies may ask for a domain; one has it.
create unique index identity_domains_proven on identity_domains (domain) where proven_at is not null;
