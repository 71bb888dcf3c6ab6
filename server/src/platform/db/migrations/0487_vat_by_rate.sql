-- VAT by rate as it was read from a document (§D1): a list of rate in hundredths of a percent, base and VAT in cents,
-- confidence, page and box. Null where it was read before this was.
alter table documents add column vat_rates jsonb;

-- What a rate is over is not always printed.
alter table invoice_vat_lines alter column base_in_cents drop not null;
