/** What is known of a supplier. */
export interface SupplierIdentity {
  readonly name: string;
  readonly kvk: string | null;
  readonly vatId: string | null;
  readonly iban: string | null;
}

const legalForms = /\s(?:b ?v|n ?v|v ?o ?f|c ?v|gmbh|ltd|bvba|inc)$/;

/** A name without case, accents, signs and legal form: `Bakker & Zn. B.V.` and `BAKKER ZN BV` are one (§C2). */
export function nameKey(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return words.replace(legalForms, '') || words;
}

/** Who the supplier is, as §C2 compares: KvK, else btw-id, else IBAN, else the name. */
export function supplierKey({ kvk, vatId, iban, name }: SupplierIdentity): string {
  if (kvk) return `kvk:${kvk}`;
  if (vatId) return `vat:${vatId}`;
  if (iban) return `iban:${iban}`;
  return `name:${nameKey(name)}`;
}

/** The creditor that a supplier is, of those that share something with it; undefined when it is new. */
export function pickCreditor<T extends SupplierIdentity>(
  supplier: SupplierIdentity,
  candidates: readonly T[],
): T | undefined {
  // A factoring firm's IBAN or a shared name joins no two companies that are registered apart.
  const fitting = candidates.filter(
    (candidate) =>
      agree(supplier.kvk, candidate.kvk) && (supplier.kvk !== null || agree(supplier.vatId, candidate.vatId)),
  );
  return (
    fitting.find(({ kvk }) => kvk !== null && kvk === supplier.kvk) ??
    fitting.find(({ vatId }) => vatId !== null && vatId === supplier.vatId) ??
    fitting.find(({ iban }) => iban !== null && iban === supplier.iban) ??
    fitting.find(({ name }) => nameKey(name) === nameKey(supplier.name))
  );
}

function agree(one: string | null, other: string | null): boolean {
  return one === null || other === null || one === other;
}
