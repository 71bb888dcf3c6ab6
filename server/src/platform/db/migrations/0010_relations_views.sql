-- Customer relations with their contact persons, and the views that people save of lists.
create table customer_relations (
  company_id uuid not null references companies,
  id uuid not null,
  tag text not null default '',
  name text not null,
  street text not null default '',
  city text not null default '',
  zip_code text not null default '',
  post_box text not null default '',
  email text not null default '',
  phone text not null default '',
  website_url text not null default '',
  kvk_number text not null default '',
  vat_id text not null default '',
  iban text not null default '',
  -- Zip code and telephone number also without what people put between.
  search_text text not null generated always as (norm(
    tag || ' ' || name || ' ' || street || ' ' || zip_code || ' ' || replace(zip_code, ' ', '') || ' ' || city || ' ' || post_box
    || ' ' || email || ' ' || phone || ' ' || regexp_replace(phone, '\D', '', 'g') || ' ' || kvk_number)) stored,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid,
  primary key (company_id, id)
);
create unique index customer_relations_tag_taken on customer_relations (company_id, lower(tag)) where deleted_at is null and tag <> '';
-- One for each column that the list sorts on.
create index customer_relations_by_name on customer_relations (company_id, name collate natural_order, id) where deleted_at is null;
create index customer_relations_by_tag on customer_relations (company_id, tag collate natural_order, id) where deleted_at is null;
create index customer_relations_by_street on customer_relations (company_id, street collate natural_order, id) where deleted_at is null;
create index customer_relations_by_city on customer_relations (company_id, city collate natural_order, id) where deleted_at is null;
create index customer_relations_by_zip_code on customer_relations (company_id, zip_code, id) where deleted_at is null;
create index customer_relations_by_email on customer_relations (company_id, email, id) where deleted_at is null;
create index customer_relations_by_phone on customer_relations (company_id, phone, id) where deleted_at is null;
create index customer_relations_by_kvk on customer_relations (company_id, kvk_number) where deleted_at is null and kvk_number <> '';
create index customer_relations_search on customer_relations using gin (company_id, search_text gin_trgm_ops) where deleted_at is null;
create index customer_relations_trash on customer_relations (company_id, deleted_at) where deleted_at is not null;

create table contact_persons (
  company_id uuid not null references companies,
  id uuid not null,
  customer_relation_id uuid not null,
  first_name text not null,
  last_name text not null,
  function text not null default '',
  landline text not null default '',
  mobile text not null default '',
  email text not null default '',
  search_text text not null generated always as (norm(
    first_name || ' ' || last_name || ' ' || function || ' ' || email || ' ' || landline || ' ' || mobile
    || ' ' || regexp_replace(landline, '\D', '', 'g') || ' ' || regexp_replace(mobile, '\D', '', 'g'))) stored,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid,
  primary key (company_id, id),
  foreign key (company_id, customer_relation_id) references customer_relations (company_id, id)
);
create index contact_persons_of_relation on contact_persons (company_id, customer_relation_id, last_name collate natural_order, id) where deleted_at is null;
create index contact_persons_search on contact_persons using gin (company_id, search_text gin_trgm_ops) where deleted_at is null;
create index contact_persons_trash on contact_persons (company_id, deleted_at) where deleted_at is not null;

create table saved_views (
  company_id uuid not null references companies,
  id uuid not null,
  user_id uuid not null references users on delete cascade,
  screen text not null,
  name text not null,
  is_shared boolean not null default false,
  -- The state of the list as the screen wrote it; ours only to keep.
  state text not null,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index saved_views_name_taken on saved_views (company_id, screen, user_id, lower(name));

-- The one search looks for people by name and e-mail address.
create index users_search on users using gin (company_id, norm(first_name || ' ' || last_name || ' ' || email) gin_trgm_ops) where deleted_at is null;
