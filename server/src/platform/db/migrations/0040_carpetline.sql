-- Carpets to be finished: what can be chosen, the orders, and the portal users who place them.
create table semi_finishes (
  company_id uuid not null references companies,
  id uuid not null,
  description text not null,
  is_active boolean not null default true,
  position integer not null,
  -- The tree below it, in order of display; saved and refused as one. Orders keep descriptions of their own (§F6).
  articles jsonb not null default '[]',
  colors jsonb not null default '[]',
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid,
  primary key (company_id, id)
);
create index semi_finishes_by_id on semi_finishes (id);
create index semi_finishes_in_order on semi_finishes (company_id, position, id) where deleted_at is null;
create index semi_finishes_trash on semi_finishes (company_id, deleted_at) where deleted_at is not null;

-- The photo of a colour, wherever in the tree the colour stands.
create table carpet_color_photos (
  company_id uuid not null references companies,
  color_id uuid not null,
  sha256 text not null,
  primary key (company_id, color_id)
);
create index carpet_color_photos_by_hash on carpet_color_photos (sha256);

create table carpet_orders (
  company_id uuid not null references companies,
  id uuid not null,
  -- Counts up within the company, never used again (§F4).
  number integer not null,
  reference text not null default '',
  customer_relation_id uuid,
  -- As it was called when it ordered: the order keeps it (§F10).
  customer_relation_tag text not null default '',
  customer_relation_name text not null default '',
  delivered_by text not null,
  transport smallint not null check (transport in (0, 1)),
  note text not null default '',
  order_date date not null,
  received_date date,
  delivery_date date,
  status smallint not null default 0 check (status between 0 and 2),
  created_by_name text not null,
  -- The language that the orderer worked in, for the mails about his order.
  orderer_language text not null default 'nl' check (orderer_language in ('nl', 'en')),
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid,
  primary key (company_id, id),
  foreign key (company_id, customer_relation_id) references customer_relations (company_id, id) on delete set null (customer_relation_id),
  check ((status = 0) = (received_date is null)),
  check (status > 0 or delivery_date is null)
);
-- Never used again, so also over the trash.
create unique index carpet_orders_number on carpet_orders (company_id, number);
create index carpet_orders_by_id on carpet_orders (id);
create index carpet_orders_of_relation on carpet_orders (company_id, customer_relation_id, number desc) where deleted_at is null;
create index carpet_orders_in_progress on carpet_orders (company_id, delivery_date, number) where deleted_at is null and status = 1;
create index carpet_orders_trash on carpet_orders (company_id, deleted_at) where deleted_at is not null;

create table carpet_order_lines (
  company_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  line_number integer not null,
  quality_name text not null,
  shape smallint not null check (shape between 0 and 2),
  -- Whole centimetres.
  length integer,
  width integer,
  diameter integer,
  quantity integer not null,
  semi_finish_id uuid not null,
  semi_finish_description text not null,
  article_id uuid,
  article_description text not null default '',
  article_number text not null default '',
  color_id uuid,
  color_description text not null default '',
  drawing_name text,
  drawing_sha256 text,
  drawing_mime text,
  drawing_bytes integer,
  primary key (company_id, id),
  unique (company_id, order_id, line_number),
  foreign key (company_id, order_id) references carpet_orders (company_id, id) on delete cascade
);
create index carpet_order_lines_by_hash on carpet_order_lines (drawing_sha256) where drawing_sha256 is not null;

-- What happened to an order, as its timeline tells it.
create table carpet_order_steps (
  company_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  at timestamptz not null,
  kind text not null,
  user_id uuid,
  user_name text not null,
  day date,
  reason text not null default '',
  primary key (company_id, id),
  foreign key (company_id, order_id) references carpet_orders (company_id, id) on delete cascade
);
create index carpet_order_steps_of_order on carpet_order_steps (company_id, order_id, at, id);

create table carpet_closing_days (
  company_id uuid not null references companies,
  day date not null,
  description text not null default '',
  primary key (company_id, day)
);

-- Whose portal user somebody is. It stays with the user, so that nobody ever comes back as staff: one whose relation is
-- gone for good reaches nothing. Waiting for the second call he is pending, and cannot sign in (§F9).
create table user_customer_relations (
  user_id uuid not null references users on delete cascade,
  company_id uuid not null,
  customer_relation_id uuid,
  is_pending boolean not null default false,
  created_at timestamptz not null default now(),
  created_by uuid,
  primary key (user_id),
  foreign key (company_id, customer_relation_id) references customer_relations (company_id, id) on delete set null (customer_relation_id)
);
create index user_customer_relations_of_company on user_customer_relations (company_id, customer_relation_id);
create index user_customer_relations_pending on user_customer_relations (created_at) where is_pending;

-- The one group that a company's portal users are in.
create table carpet_portal_groups (
  company_id uuid not null references companies,
  group_id uuid not null references groups on delete cascade,
  primary key (company_id)
);

-- Who does not want mail about his orders.
create table carpet_mail_opt_outs (
  user_id uuid not null references users on delete cascade,
  primary key (user_id)
);
