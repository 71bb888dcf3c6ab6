-- History is sealed line by line by a job (decision 0151): each seal has the hash of the one before it in its own.
create table history_seals (
  company_id uuid not null,
  -- Counts from 1 by company, without gaps.
  number bigint not null,
  line_id uuid not null,
  entity text not null,
  entity_id uuid not null,
  at timestamptz not null,
  user_id uuid,
  verb text not null,
  -- Of the salt, the name and the changes: what a line says of people is in the chain by this only.
  personal_hash text not null,
  hash text not null,
  sealed_at timestamptz not null,
  primary key (company_id, number),
  constraint history_seals_once unique (company_id, line_id)
);
comment on table history_seals is 'insert-only';

-- Without its salt nobody can try names against a hash: erasing what a line says of somebody erases this too.
create table history_salts (
  company_id uuid not null,
  line_id uuid not null,
  salt text not null,
  primary key (company_id, line_id)
);

-- Ids begin with their moment: what came since the last seal is found without a look at what came before.
create index history_by_id on history (company_id, id);
