-- The board counts all documents of a supplier or a trigger: from these indexes alone, without the documents themselves.
create index documents_of_creditor on documents (company_id, creditor_id, created_at)
  include (deleted_at, is_correct, was_rejected, was_corrected) where creditor_id is not null;
create index documents_of_trigger on documents (trigger_id, company_id, created_at)
  include (deleted_at, is_correct, was_rejected, was_corrected) where trigger_id is not null;
drop index documents_by_creditor;
drop index documents_by_trigger;
-- Its last failures, newest first.
create index documents_failed_of_creditor on documents (company_id, creditor_id, updated_at)
  where deleted_at is null and creditor_id is not null and (was_rejected or state in (3, 4));
create index documents_failed_of_trigger on documents (trigger_id, updated_at)
  where deleted_at is null and trigger_id is not null and (was_rejected or state in (3, 4));
