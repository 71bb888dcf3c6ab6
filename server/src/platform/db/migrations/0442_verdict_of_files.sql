-- What the standards say of the UBL that went out: 0 valid, 1 warnings, 2 invalid; null where none did.
alter table delivery_invoices add column verdict smallint;
