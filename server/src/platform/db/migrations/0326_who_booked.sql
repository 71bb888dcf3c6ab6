-- Everybody who ever changed the booking of an invoice by hand: they cannot be its only approver (§C13).
alter table invoices add column booked_by uuid[] not null default '{}';
