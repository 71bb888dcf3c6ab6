-- Where the supplier is, where an electronic invoice says it: street, zipCode, city, country.
alter table documents add column supplier_place jsonb;
