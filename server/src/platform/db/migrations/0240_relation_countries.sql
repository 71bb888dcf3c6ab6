-- Where a relation is, by ISO 3166-1, and the number of a public body: an e-invoice needs both.
alter table customer_relations
  add column country text not null default 'NL',
  add column oin text not null default '';
