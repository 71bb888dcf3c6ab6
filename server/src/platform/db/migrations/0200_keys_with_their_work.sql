-- A key is claimed in the transaction of the work that it stands for, before its answer is known: until then there is no
-- status and no answer. `steps` holds what each committed transaction of the request returned, by its number, so that the
-- answer can be built again when it was never stored (decision 0066). Rows of before have no steps, and an answer.
alter table idempotency_keys
  alter column body_hash drop not null,
  alter column status drop not null,
  alter column answer drop not null,
  add column steps jsonb;
