-- Where the package sends back a list of what it booked, that list sets invoices Processed, not the delivery (§C31).
alter table delivery_settings add column awaits_receipt boolean not null default false;
-- The creditor or invoice that error_about names.
alter table deliveries add column error_about_id uuid;
