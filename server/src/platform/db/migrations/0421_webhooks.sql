-- Outgoing webhooks of a company (decision 0132).
create table webhook_targets (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  url text not null,
  event_types text[] not null,
  is_active boolean not null default true,
  -- 0 none, 1 paused after days of failures, 2 the target answered 410.
  stopped smallint not null default 0,
  -- Sealed with the key of the installation.
  secret bytea not null,
  secret_hint text not null,
  old_secret bytea,
  old_secret_until timestamptz,
  -- The number of the last event that was taken for it.
  read_up_to bigint not null,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid,
  primary key (company_id, id)
);
create unique index webhook_targets_taken on webhook_targets (company_id, url) where deleted_at is null;
create index webhook_targets_working on webhook_targets (company_id) where deleted_at is null and is_active and stopped = 0;

create table webhook_deliveries (
  company_id uuid not null,
  id uuid not null,
  target_id uuid not null,
  event_id uuid not null,
  -- The place of the event; null for a test, and for what was sent again by hand.
  number bigint,
  type text not null,
  -- Null for a test.
  record_id uuid,
  -- As it is sent, at each attempt the same.
  body text not null,
  is_delivered boolean not null default false,
  tries smallint not null default 0,
  -- Of those, since failing_since.
  failures smallint not null default 0,
  next_try_at timestamptz,
  -- When it failed first.
  failing_since timestamptz,
  created_at timestamptz not null,
  last_status smallint,
  last_error text,
  last_ms integer,
  primary key (company_id, id),
  foreign key (company_id, target_id) references webhook_targets on delete cascade
);
create unique index webhook_deliveries_once on webhook_deliveries (company_id, target_id, number) where number is not null;
create index webhook_deliveries_waiting on webhook_deliveries (company_id, target_id, record_id, id) where not is_delivered;
create index webhook_deliveries_log on webhook_deliveries (company_id, target_id, id);

create table webhook_attempts (
  company_id uuid not null,
  delivery_id uuid not null,
  number smallint not null,
  at timestamptz not null,
  ms integer not null,
  status smallint,
  -- A code of ours where there was no answer.
  error text,
  answer text not null default '',
  primary key (company_id, delivery_id, number),
  foreign key (company_id, delivery_id) references webhook_deliveries on delete cascade
);
