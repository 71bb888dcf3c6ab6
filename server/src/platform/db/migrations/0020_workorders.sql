-- Work orders with their lines, hours and timers; notes and attachments of any record.
create table work_orders (
  company_id uuid not null references companies,
  id uuid not null,
  -- Year and number are given once, by a counter of the company and the Amsterdam year (§E1).
  year smallint not null,
  number integer not null,
  year_number text not null generated always as (year::text || '-' || number::text) stored,
  administration_id uuid not null,
  -- The relation of the contact persons (§E4); null without any.
  customer_relation_id uuid,
  invoice_number text not null default '',
  reference text not null,
  printing_company text not null default '',
  diffuser text not null default '',
  publisher text not null default '',
  status smallint not null default 0 check (status between 0 and 6),
  first_test_date date,
  printing_company_date date,
  diffuser_date date,
  delivery_date date,
  number_of_offers_sent integer not null default 0,
  estimated_minutes integer,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid,
  primary key (company_id, id),
  foreign key (company_id, administration_id) references administrations (company_id, id),
  foreign key (company_id, customer_relation_id) references customer_relations (company_id, id)
);
-- Never used again, so also over the trash.
create unique index work_orders_number on work_orders (company_id, year, number);
create index work_orders_by_id on work_orders (id);
create index work_orders_newest on work_orders (company_id, created_at, number, id) where deleted_at is null;
create index work_orders_open on work_orders (company_id, created_at, number, id) where deleted_at is null and status <> 6;
-- Staff look at all companies at once.
create index work_orders_of_all on work_orders (created_at, number, id) where deleted_at is null and status <> 6;
create index work_orders_year_number on work_orders (company_id, year_number text_pattern_ops);
create index work_orders_of_administration on work_orders (company_id, administration_id, created_at, number, id);
create index work_orders_of_relation on work_orders (company_id, customer_relation_id, created_at, number, id);
create index work_orders_made_by on work_orders (company_id, created_by, created_at, number, id) where deleted_at is null;
create index work_orders_trash on work_orders (company_id, deleted_at) where deleted_at is not null;

create table work_order_contacts (
  company_id uuid not null,
  work_order_id uuid not null,
  contact_person_id uuid not null,
  position smallint not null,
  primary key (company_id, work_order_id, contact_person_id),
  foreign key (company_id, work_order_id) references work_orders (company_id, id) on delete cascade,
  foreign key (company_id, contact_person_id) references contact_persons (company_id, id)
);
create index work_order_contacts_of_person on work_order_contacts (company_id, contact_person_id);

create table work_order_users (
  company_id uuid not null,
  work_order_id uuid not null,
  user_id uuid not null references users,
  position smallint not null,
  primary key (company_id, work_order_id, user_id),
  foreign key (company_id, work_order_id) references work_orders (company_id, id) on delete cascade
);
create index work_order_users_of_user on work_order_users (user_id, company_id, work_order_id);

create table order_lines (
  company_id uuid not null,
  id uuid not null,
  work_order_id uuid not null,
  position integer not null,
  description text not null,
  edition text not null default '',
  size text not null default '',
  format text not null default '',
  printing text not null default '',
  material text not null default '',
  finish text not null default '',
  -- Whole cents, excl. VAT, for the line as a whole: editions do not multiply (§E6).
  purchase_amount bigint not null default 0,
  sales_amount bigint not null default 0,
  note text not null default '',
  custom_id integer,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid,
  primary key (company_id, id),
  foreign key (company_id, work_order_id) references work_orders (company_id, id) on delete cascade
);
create index order_lines_of_order on order_lines (company_id, work_order_id, position, id);
create index order_lines_trash on order_lines (company_id, deleted_at) where deleted_at is not null;

create table order_times (
  company_id uuid not null,
  id uuid not null,
  work_order_id uuid not null,
  user_id uuid not null references users,
  start_time timestamptz not null,
  end_time timestamptz not null,
  duration_in_minutes integer not null generated always as ((extract(epoch from end_time - start_time) / 60)::integer) stored,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid,
  primary key (company_id, id),
  check (end_time > start_time and end_time <= start_time + interval '24 hours'),
  foreign key (company_id, work_order_id) references work_orders (company_id, id) on delete cascade
);
create index order_times_of_order on order_times (company_id, work_order_id, start_time, id);
create index order_times_of_user on order_times (user_id, start_time) where deleted_at is null;
create index order_times_by_start on order_times (company_id, start_time) where deleted_at is null;
create index order_times_trash on order_times (company_id, deleted_at) where deleted_at is not null;

-- A running clock: one a person, until it becomes hours or is thrown away.
create table order_timers (
  user_id uuid not null references users on delete cascade,
  company_id uuid not null,
  work_order_id uuid not null,
  started_at timestamptz not null,
  primary key (user_id),
  foreign key (company_id, work_order_id) references work_orders (company_id, id) on delete cascade
);
create index order_timers_of_order on order_timers (company_id, work_order_id);

-- Notes and attachments point at a record of any kind: the owner is found through its kind (§B9).
create table notes (
  company_id uuid not null references companies,
  id uuid not null,
  owner_kind text not null,
  entity_id uuid not null,
  description text not null,
  created_at timestamptz not null default now(),
  created_by uuid,
  created_by_name text not null,
  deleted_at timestamptz,
  deleted_by uuid,
  primary key (company_id, id)
);
create index notes_of_entity on notes (company_id, entity_id, created_at, id);

create table attachments (
  company_id uuid not null references companies,
  id uuid not null,
  owner_kind text not null,
  entity_id uuid not null,
  name text not null,
  sha256 text not null,
  -- The type by content, found when it came in.
  mime text not null,
  bytes integer not null,
  created_at timestamptz not null default now(),
  created_by uuid,
  created_by_name text not null,
  deleted_at timestamptz,
  deleted_by uuid,
  primary key (company_id, id)
);
create index attachments_of_entity on attachments (company_id, entity_id, created_at, id);
create index attachments_by_hash on attachments (sha256);
