-- Payments are made per administration once somebody switched them on; whether the package pays too is asked then.
alter table paying_accounts
  add column is_on boolean not null default false,
  -- Approved before this day, an invoice is never paid from here.
  add column pays_from date,
  add column confirmed_by_name text not null default '';

alter table payment_files add column created_by_name text not null default '';
alter table payment_file_parts
  -- 0 normal, 1 G-account.
  add column kind smallint not null default 0,
  add column is_structured boolean not null default false;

-- What keeps an administration from being deleted.
create index payment_files_of_administration on payment_files (company_id, administration_id, state);
