-- Drawings that came up before their order: whoever brought one may put it on a line; the rest goes after a while.
create table carpet_drawings (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  user_id uuid not null references users on delete cascade,
  name text not null,
  sha256 text not null,
  mime text not null,
  bytes integer not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index carpet_drawings_of_user on carpet_drawings (user_id);
create index carpet_drawings_by_age on carpet_drawings (created_at);
create index carpet_drawings_by_hash on carpet_drawings (sha256);
