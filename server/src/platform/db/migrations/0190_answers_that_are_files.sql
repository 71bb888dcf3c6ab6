-- A POST may answer with a file, as sending an offer does with its PDF: kept as base64 with its type; null is a text of JSON.
alter table idempotency_keys add column media_type text;
