import { type UblDocument, vatTotals } from './document.ts';
import { en16931, isTransfer, isVatCategory } from './en16931.rules.ts';
import { has, isSameInCents, numberAt, placesAt, textAt } from './place.ts';
import { at, each, rule, type Rule, whole } from './rule.ts';
import { vatCategoryRules } from './vat-categories.rules.ts';

/** Both days are said as texts of digits: whatever is missing or no day is not in order. */
const inOrder: Parameters<typeof each>[1] = (period) => {
  const [start, end] = [textAt(period, 'StartDate'), textAt(period, 'EndDate')];
  return !has(period, 'StartDate') || !has(period, 'EndDate') || (start !== '' && end >= start);
};
const codesOf = (path: string) => (document: UblDocument) =>
  path.startsWith('Item')
    ? document.lines.flatMap((line) => placesAt(line, path))
    : document.every
        .filter(({ place }) => /AllowanceCharge(?:\[\d+\])?\/TaxCategory$/.test(place.path))
        .flatMap(({ place }) => placesAt(place, 'ID'));

/** What EN 16931 asks of CII in another way than of UBL, under the same ids. */
const differing: readonly Rule[] = [
  rule(
    'BR-09',
    whole(({ sellerCountry }) => sellerCountry !== ''),
  ),
  rule(
    'BR-11',
    whole(({ buyerCountry }) => buyerCountry !== ''),
    { mender: 'buyer' },
  ),
  rule('BR-29', each(at('InvoicePeriod'), inOrder)),
  rule(
    'BR-30',
    each((document) => document.lines.flatMap((line) => placesAt(line, 'InvoicePeriod')), inOrder),
  ),
  rule(
    'BR-61',
    each(
      ({ means }) => means.filter(isTransfer).flatMap((one) => placesAt(one, 'PayeeFinancialAccount')),
      (account) => has(account, 'ID'),
    ),
  ),
  rule('BR-CL-17', each(codesOf('TaxCategory/ID'), isVatCategory)),
  rule(
    'BR-CL-18',
    each(
      (document) => [
        ...codesOf('Item/ClassifiedTaxCategory/ID')(document),
        ...at('TaxTotal/TaxSubtotal/TaxCategory/ID')(document),
      ],
      isVatCategory,
    ),
    { text: 'BR-CL-17' },
  ),
  rule(
    'BR-CO-14',
    each(
      (document) => vatTotals(document).filter((total) => has(total, 'TaxAmount')),
      (total, { taxes }) =>
        isSameInCents(
          numberAt(total, 'TaxAmount'),
          taxes.reduce((sum, { tax }) => sum + (tax ?? 0), 0),
        ),
    ),
  ),
  rule(
    'BR-CO-15',
    whole((document) => {
      const { totals } = document;
      const excl = totals ? numberAt(totals, 'TaxExclusiveAmount') : null;
      const incl = totals ? numberAt(totals, 'TaxInclusiveAmount') : null;
      if (document.currency === '' || isSameInCents(incl, excl)) return true;
      const amounts = vatTotals(document).flatMap((total) => placesAt(total, 'TaxAmount'));
      return (
        amounts.length === 1 && excl !== null && isSameInCents(incl, excl + Number(amounts[0]?.element.text))
      );
    }),
  ),
];

/** The rules of EN 16931 for CII: those of UBL that are not about its syntax, and what differs. */
export const en16931OfCii: readonly Rule[] = [
  ...en16931.filter(({ id }) => id.startsWith('BR-') && differing.every((other) => other.id !== id)),
  ...differing,
  ...vatCategoryRules('cii'),
];
