-- What every table leans on: text folding, natural order, history that only grows.
create extension if not exists unaccent;
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Numbers inside strings compare as numbers, Dutch alphabet (§C8).
create collation natural_order (provider = icu, locale = 'nl-u-kn-true');

-- Case and accents folded. unaccent() is only stable because its dictionary can change; ours does not.
create function norm(value text) returns text
  language sql immutable strict parallel safe
  as $$ select lower(public.unaccent('public.unaccent'::regdictionary, value)) $$;

create table history (
  company_id uuid not null,
  id uuid not null,
  entity text not null,
  entity_id uuid not null,
  at timestamptz not null,
  user_id uuid,
  user_name text not null,
  verb text not null,
  changes jsonb not null,
  primary key (company_id, entity, entity_id, at, id)
);
comment on table history is 'Who changed what, when; rows are only ever added. System records carry the zero company.';

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'history is only ever added to' using errcode = 'insufficient_privilege';
end $$;
create trigger history_grows_only before update or delete on history
  for each row execute function refuse_change();
create trigger history_is_kept before truncate on history
  for each statement execute function refuse_change();

-- Numbers that people see: one row a company and purpose, raised in the transaction that uses the number.
create table counters (
  company_id uuid not null,
  name text not null,
  value bigint not null,
  primary key (company_id, name)
);

-- The first answer to a POST that carried an Idempotency-Key, kept a day (§B6).
create table idempotency_keys (
  user_id uuid not null,
  path text not null,
  key text not null,
  body_hash text not null,
  status integer not null,
  answer text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, path, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
