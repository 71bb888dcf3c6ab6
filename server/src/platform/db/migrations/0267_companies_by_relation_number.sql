-- Companies are found by their relation number too.
drop index companies_search;
create index companies_search on companies
  using gin (norm(name || ' ' || domain_name || ' ' || prima_relatienummer) gin_trgm_ops) where deleted_at is null;
