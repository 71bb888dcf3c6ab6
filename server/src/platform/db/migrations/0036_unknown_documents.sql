alter table documents
  -- A person rejected what was read at first; the board remembers it when the document is put right later.
  add column was_rejected boolean not null default false,
  -- The reasons it had before it was set aside, for exactly the undo.
  add column reasons_before text[] not null default '{}';
create index documents_search on documents using gin (company_id, norm(number || ' ' || filename) gin_trgm_ops) where deleted_at is null;
