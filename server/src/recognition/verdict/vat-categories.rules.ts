import { isOfVat, lineCategory, type UblDocument } from './document.ts';
import { hasVatId } from './en16931.rules.ts';
import { cents, has, numberAt, type Place, placesAt, textAt } from './place.ts';
import { rule, type Rule, whole } from './rule.ts';

/** A category of VAT: the name in its rules, its code, and what they ask of it. */
interface Family {
  readonly name: string;
  readonly code: string;
  readonly rate: 'above-zero' | 'zero' | 'none' | 'any';
  /** By rate, within a euro; or as a whole, to the cent. */
  readonly isByRate: boolean;
  readonly reason: 'required' | 'forbidden';
}

const families: readonly Family[] = [
  { name: 'S', code: 'S', rate: 'above-zero', isByRate: true, reason: 'forbidden' },
  { name: 'Z', code: 'Z', rate: 'zero', isByRate: false, reason: 'forbidden' },
  { name: 'E', code: 'E', rate: 'zero', isByRate: false, reason: 'required' },
  { name: 'AE', code: 'AE', rate: 'zero', isByRate: false, reason: 'required' },
  { name: 'IC', code: 'K', rate: 'zero', isByRate: false, reason: 'required' },
  { name: 'G', code: 'G', rate: 'zero', isByRate: false, reason: 'required' },
  { name: 'O', code: 'O', rate: 'none', isByRate: false, reason: 'required' },
  { name: 'AF', code: 'L', rate: 'any', isByRate: true, reason: 'forbidden' },
  { name: 'AG', code: 'M', rate: 'any', isByRate: true, reason: 'forbidden' },
];

type Where = 'line' | 'allowance' | 'charge';

const categoryPath = (where: Where) => (where === 'line' ? 'Item/ClassifiedTaxCategory' : 'TaxCategory');

function allOf(document: UblDocument, where: Where): readonly Place[] {
  if (where === 'line') return document.lines;
  return document.charges
    .filter(({ isCharge }) => isCharge === (where === 'charge'))
    .map(({ place }) => place);
}

// Those with this category of VAT.
function placesOf(document: UblDocument, code: string, where: Where): Place[] {
  return allOf(document, where).filter((place) =>
    placesAt(place, categoryPath(where)).some((one) => isOfVat(one) && textAt(one, 'ID') === code),
  );
}

/** Whose rules: those for UBL and for CII are not quite the same under the same ids. */
type Syntax = 'ubl' | 'cii';

function rulesOf(family: Family, syntax: Syntax): Rule[] {
  const { name, code } = family;
  const values = { category: code };
  const taxesOf = (document: UblDocument) => document.taxes.filter(({ category }) => category === code);
  const uses = (document: UblDocument) =>
    (['line', 'allowance', 'charge'] as const).some((where) => placesOf(document, code, where).length > 0);
  const numbers = (['line', 'allowance', 'charge'] as const).map((where, index) =>
    rule(
      `BR-${name}-0${index + 2}`,
      (document) =>
        placesOf(document, code, where).length === 0 || namesWhoItMust(family, document)
          ? []
          : [document.root],
      {
        text:
          code === 'O' ? 'vat-numbers-O' : code === 'AE' || code === 'K' ? 'vat-numbers-both' : 'vat-numbers',
        values,
      },
    ),
  );
  const rates = (['line', 'allowance', 'charge'] as const).map((where, index) =>
    rule(
      `BR-${name}-0${index + 5}`,
      (document) =>
        placesOf(document, code, where).filter((place) => {
          const path = where === 'line' ? 'Item/ClassifiedTaxCategory/Percent' : 'TaxCategory/Percent';
          return !isRightRate(family.rate, numberAt(place, path), has(place, path));
        }),
      { text: `rate-${family.rate}`, values },
    ),
  );
  return [
    rule(
      `BR-${name}-01`,
      whole((document) => {
        if (syntax === 'cii') return hasBreakdownInCii(family, document);
        if (family.isByRate) {
          const used = [
            ...document.lines.map(lineCategory),
            ...[...document.charges, ...document.lineCharges].map(({ category }) => category),
          ];
          return used.includes(code) === document.taxes.some((tax) => tax.code === code);
        }
        const count = taxesOf(document).length;
        return uses(document) ? count === 1 : count <= 1;
      }),
      { text: 'breakdown', values },
    ),
    ...numbers,
    ...rates,
    rule(
      `BR-${name}-08`,
      (document) =>
        taxesOf(document)
          .filter(({ base, rate }) => !isRightBase(family, document, { base, rate, syntax }))
          .map(({ place }) => place),
      { text: 'base', values },
    ),
    rule(
      `BR-${name}-09`,
      (document) =>
        taxesOf(document)
          .filter(({ base, tax, rate }) => {
            if (!family.isByRate) return tax === null || cents(tax) !== 0;
            const wanted = Math.abs(base ?? Number.NaN) * ((rate ?? Number.NaN) / 100);
            return !(Math.abs(cents(Math.abs(tax ?? Number.NaN)) - cents(wanted)) < 100);
          })
          .map(({ place }) => place),
      { text: family.isByRate ? 'tax' : 'tax-zero', values },
    ),
    rule(
      `BR-${name}-10`,
      (document) =>
        taxesOf(document)
          .filter(({ place }) => {
            const given =
              has(place, 'TaxCategory/TaxExemptionReason') ||
              has(place, 'TaxCategory/TaxExemptionReasonCode');
            return given !== (family.reason === 'required');
          })
          .map(({ place }) => place),
      { text: `reason-${family.reason}`, values },
    ),
  ];
}

// Of whatever tax the code is. One rate or more has a breakdown; what has no rate stands there once and is used.
function hasBreakdownInCii({ code, isByRate }: Family, document: UblDocument): boolean {
  const count = document.taxes.filter((tax) => tax.code === code).length;
  const lines = document.lines.filter((line) => lineCategory(line) === code).length;
  const charges = [...document.charges, ...document.lineCharges].filter(({ category }) => category === code);
  if (isByRate) return [lines, charges.length].every((used) => used === 0 || used + count >= 2);
  const isUsed = lines + charges.length > 0;
  return count === 0 ? !isUsed || code === 'O' : count === 1 && isUsed;
}

function isRightRate(wanted: Family['rate'], rate: number | null, isGiven: boolean): boolean {
  if (wanted === 'none') return !isGiven;
  if (rate === null) return false;
  if (wanted === 'zero') return rate === 0;
  return wanted === 'any' ? rate >= 0 : rate > 0;
}

// The seller, or who stands for them; on reverse charge the buyer too. What is not subject to VAT names nobody's number.
function namesWhoItMust({ code }: Family, { root, seller, buyer }: UblDocument): boolean {
  const agent = placesAt(root, 'TaxRepresentativeParty').some(hasVatId);
  if (code === 'O') return !hasVatId(seller) && !agent && !hasVatId(buyer);
  const isStrict = code === 'K' || code === 'G';
  const own = isStrict ? hasVatId(seller) : seller !== undefined && has(seller, 'PartyTaxScheme/CompanyID');
  if (!own && !agent) return false;
  if (code === 'K') return hasVatId(buyer);
  if (code !== 'AE') return true;
  return hasVatId(buyer) || (buyer !== undefined && has(buyer, 'PartyLegalEntity/CompanyID'));
}

function isRightBase(
  family: Family,
  document: UblDocument,
  { base, rate, syntax }: { base: number | null; rate: number | null; syntax: Syntax },
): boolean {
  const { code, isByRate } = family;
  // Without a rate there is nothing to compare by; that it is missing is BR-48.
  if (isByRate && rate === null) return true;
  const isOf = (category: string, own: number | null) => category === code && (!isByRate || own === rate);
  const lines = document.lines.filter((line) =>
    isOf(lineCategory(line), numberAt(line, 'Item/ClassifiedTaxCategory/Percent')),
  );
  const charges = document.charges.filter((charge) => isOf(charge.category, charge.rate));
  if (code === 'S' && lines.length === 0 && charges.length === 0) return false;
  const sum =
    lines.reduce((total, line) => total + (numberAt(line, 'LineExtensionAmount') ?? 0), 0) +
    charges.reduce(
      (total, { amount, isCharge }) => total + (isCharge === null ? 0 : isCharge ? amount : -amount),
      0,
    );
  if (base === null) return false;
  // UBL allows less than a euro where there are rates, CII where there are none; what is not subject to VAT is exact.
  const isExact = syntax === 'ubl' ? !isByRate : isByRate || code === 'O';
  return isExact ? cents(base) === cents(sum) : Math.abs(cents(base) - cents(sum)) < 100;
}

const usesCategory = (code: string) => (document: UblDocument) =>
  document.taxes.some(({ category }) => category === code);
// A category of VAT that is another one, or none.
const others = (document: UblDocument, where: Where) =>
  allOf(document, where).some((place) =>
    placesAt(place, categoryPath(where)).some((one) => isOfVat(one) && textAt(one, 'ID') !== 'O'),
  );

const alone: readonly Rule[] = [
  rule(
    'BR-O-11',
    whole(
      (document) =>
        !usesCategory('O')(document) ||
        document.taxes.every(({ category, isVat }) => !isVat || category === 'O'),
    ),
    { text: 'only-O' },
  ),
  ...(['line', 'allowance', 'charge'] as const).map((where, index) =>
    rule(
      `BR-O-1${index + 2}`,
      whole((document) => !usesCategory('O')(document) || !others(document, where)),
      {
        text: 'only-O',
      },
    ),
  ),
  rule(
    'BR-IC-11',
    whole(
      (document) =>
        !usesCategory('K')(document) ||
        textAt(document.root, 'Delivery/ActualDeliveryDate') !== '' ||
        placesAt(document.root, 'InvoicePeriod').some(({ element }) => element.children().length > 0),
    ),
  ),
  rule(
    'BR-IC-12',
    whole(
      (document) =>
        !usesCategory('K')(document) ||
        textAt(document.root, 'Delivery/DeliveryLocation/Address/Country/IdentificationCode') !== '',
    ),
  ),
];

/** The rules of EN 16931 for each category of VAT. */
export const vatCategoryRules = (syntax: Syntax): readonly Rule[] => [
  ...families.flatMap((family) => rulesOf(family, syntax)),
  ...alone,
];
