-- The kind of VAT of a line; its rate is that of the day on which it is offered, and stays with the offer.
alter table order_lines add column vat text not null default 'standard'
  check (vat in ('standard', 'reduced', 'zero', 'reversed'));
-- Hundredths of a percent; null in offers of before: the rate of the offer.
alter table offer_lines add column vat text not null default 'standard', add column vat_rate integer;
-- Rates of administrations from a day on, as the contract has them.
alter table offer_settings add column vat_rates jsonb not null default '[]';
