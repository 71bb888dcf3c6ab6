-- What became of an e-invoice that came in: 0 went on byte by byte, 1 written anew; null: none came in, or no UBL went out.
alter table delivery_invoices
  add column passed_on smallint,
  add column ubl_sha256 text,
  add column differences jsonb not null default '[]';
