-- By which an administration is known on documents: so its own number is never taken for its supplier's.
alter table administrations
  add column kvk_number text not null default '',
  add column vat_id text not null default '',
  add column iban text not null default '';
