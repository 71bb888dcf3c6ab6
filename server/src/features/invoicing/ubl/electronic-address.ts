/** The registers of who is in the Netherlands: KvK, and public bodies. */
const scheme = { kvk: '0106', oin: '0190' } as const;
/** The schemes of VAT numbers as electronic addresses (EAS), by country; others are reached in no way we know. */
const vatSchemes: Readonly<Record<string, string>> = {
  AT: '9914',
  BE: '9925',
  BG: '9926',
  CH: '9927',
  CY: '9928',
  CZ: '9929',
  DE: '9930',
  EE: '9931',
  ES: '9920',
  FR: '9957',
  GB: '9932',
  GR: '9933',
  HR: '9934',
  HU: '9910',
  IE: '9935',
  LT: '9937',
  LU: '9938',
  LV: '9939',
  MT: '9943',
  NL: '9944',
  PL: '9945',
  PT: '9946',
  RO: '9947',
  SE: '9955',
  SI: '9949',
  SK: '9950',
};

/** The marks of a party that an address is made of. */
export interface Registered {
  readonly country: string;
  readonly kvkNumber: string;
  readonly oin?: string | undefined;
  readonly vatId: string;
}

/** The number in a register: a public body is known by its OIN, others by their KvK number. */
export function registerOf({ kvkNumber, oin = '' }: Registered) {
  if (oin !== '') return { '@schemeID': scheme.oin, '#': oin };
  return kvkNumber === '' ? undefined : { '@schemeID': scheme.kvk, '#': kvkNumber };
}

/** Where a party receives e-invoices: by its register, else by its VAT number; undefined where neither is known. */
export function endpointOf(party: Registered) {
  const vatScheme = vatSchemes[party.country];
  const byVat =
    party.vatId === '' || vatScheme === undefined ? undefined : { '@schemeID': vatScheme, '#': party.vatId };
  return registerOf(party) ?? byVat;
}
