-- A person may be narrowed to some administrations of their company; without a row they see all (decision 0117).
create table user_administrations (
  company_id uuid not null references companies,
  user_id uuid not null references users,
  administration_id uuid not null,
  primary key (company_id, user_id, administration_id)
);
