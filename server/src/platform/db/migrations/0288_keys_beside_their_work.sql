-- The keys of requests that work on records of one company, where companies are spread over servers: they commit beside those
-- records (decision 0102). On a single PostgreSQL, and for work on several companies, idempotency_keys has them.
create table company_idempotency_keys (
  company_id uuid not null,
  user_id uuid not null,
  path text not null,
  key text not null,
  body_hash text,
  status integer,
  answer text,
  steps jsonb,
  media_type text,
  created_at timestamptz not null default now(),
  primary key (company_id, user_id, path, key)
);
create index company_idempotency_keys_age on company_idempotency_keys (company_id, created_at);
