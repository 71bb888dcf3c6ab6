import type { Candidate, RecognisedFields } from '#server/recognition/index.ts';

/** Where a value stands on the pages. */
interface Placed {
  readonly value: string | number;
  readonly page: number | null;
  readonly box: readonly number[] | null;
}

/**
 * Gives values of an e-invoice the places of equal ones in its picture, so that a click shows them there; the others
 * stand nowhere on its pages. All are of one property.
 */
export function placedOn<T extends Placed>(data: readonly T[], picture: readonly Placed[]): T[] {
  return data.map((one) => {
    const same = picture.find(({ value, page }) => page !== null && String(value) === String(one.value));
    return { ...one, page: same?.page ?? null, box: same?.box ?? null };
  });
}

/** The same for all that is read of a document. */
export function placedOnPages(data: RecognisedFields, picture: RecognisedFields): RecognisedFields {
  const texts = (of: readonly Candidate<string>[], on: readonly Candidate<string>[]) => placedOn(of, on);
  return {
    number: texts(data.number, picture.number),
    date: texts(data.date, picture.date),
    dueDate: texts(data.dueDate, picture.dueDate),
    total: placedOn(data.total, picture.total),
    excl: placedOn(data.excl, picture.excl),
    vat: placedOn(data.vat, picture.vat),
    currency: texts(data.currency, picture.currency),
    creditor: placedOn(data.creditor, picture.creditor),
    kvk: texts(data.kvk, picture.kvk),
    vatId: texts(data.vatId, picture.vatId),
    iban: texts(data.iban, picture.iban),
    gAccount: texts(data.gAccount, picture.gAccount),
    paymentReference: texts(data.paymentReference, picture.paymentReference),
    orderNumber: texts(data.orderNumber, picture.orderNumber),
    customerNumber: texts(data.customerNumber, picture.customerNumber),
    deliveryDate: texts(data.deliveryDate, picture.deliveryDate),
    periodFrom: texts(data.periodFrom, picture.periodFrom),
    periodTo: texts(data.periodTo, picture.periodTo),
    paymentTerm: texts(data.paymentTerm, picture.paymentTerm),
  };
}
