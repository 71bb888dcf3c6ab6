-- What a company may use (§A13); null is the limit that the product has for all.
alter table companies
  add column documents_per_day integer check (documents_per_day > 0),
  add column pages_per_day integer check (pages_per_day > 0),
  add column requests_per_minute integer check (requests_per_minute > 0),
  add column storage_mb integer check (storage_mb > 0);
