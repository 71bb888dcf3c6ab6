-- Staff look at the documents of every company at once.
create index documents_unvalidated_all on documents (number collate natural_order, id)
  where state = 2 and is_correct is null and not skips_validation and deleted_at is null;
create index documents_unknown_all on documents (created_at, id) where state = 3 and deleted_at is null;
create index intake_log_newest_all on intake_log (received_at, id);
