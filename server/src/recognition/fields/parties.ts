import type { Identity } from '../recognised.ts';

const legalForms = String.raw`b\.?\s?v\.?|n\.?\s?v\.?|v\.?\s?o\.?\s?f\.?|c\.?\s?v\.?|gmbh(?: & co\.? kg)?|ag|ltd\.?|limited|llc|inc\.?|bvba|sprl|srl|s\.?a\.?|sarl|co\.?|se|kg|ug|e\.?k\.?|u\.?\s?a\.?|plc|oy|a\/s|aps|ab|sp\.?\s?z\s?o\.?\s?o\.?`;
const formAtEnd = new RegExp(String.raw`(?:[\s,]+(?:${legalForms}))+\s*$`, 'iu');
const formAnywhere = new RegExp(
  String.raw`(?<![\p{L}.])(?:B\.?\s?V\.?|N\.?V\.?|V\.?O\.?F\.?|GmbH|AG|Ltd\.?|Limited|LLC|Inc\.?|BVBA|SPRL|SRL|C\.?V\.|S\.?A\.?|S\.A\.R\.L\.|& Zn\.?|& Zonen|& Co\.?|Co\.|SARL|SE|KG|KGaA|OHG|GbR|mbH|e\.?\s?K\.?|UG|Corp\.?|ApS|Oy|DAC|SAS|SASU|EURL|CVBA|Pty|gGmbH|e\.?V\.|U\.A\.|PLC|plc|A\/S|a\/s|AB|Oyj|S\.?[rR]\.?[lL]\.?|S\.?p\.?A\.?|s\.r\.o\.|Kft|Sp\. z o\.o\.|(?<=\p{L} )(?:bv|nv|b\.v\.|n\.v\.|vof|v\.o\.f\.|ltd|gmbh|sarl|sprl)(?=\.?$)|Holding|Maatschap|Stichting|Vereniging|Coöperatie|Cooperatie)(?![\p{L}])`,
  'u',
);

/** A name without case, accents, punctuation and legal form, for comparing; `Bakkerij De Zon B.V.` is `bakkerijdezon`. */
export function plainName(name: string): string {
  const bare = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replace(formAtEnd, '');
  return bare.replaceAll(/[^\p{L}\d]/gu, '');
}

/** Whether a name contains a legal form such as B.V. or GmbH. */
export function hasLegalForm(name: string): boolean {
  return formAnywhere.test(name);
}

/** Whether an account of that name holds the money of others: a lawyer's clients', a factor's. */
export function isForOthers(name: string): boolean {
  return /derdengeld|kwaliteitsrekening|client account|anderkonto|(?<!\p{L})(?:factoring|factors|commercial finance)(?!\p{L})/iu.test(
    name,
  );
}

/** Whether the legal form is the end of the name, and nothing stands behind it. */
export function endsWithForm(name: string): boolean {
  return formAtEnd.test(name);
}

/** The codes found on a document, without separators. */
export interface Codes {
  readonly kvks: ReadonlySet<string>;
  readonly vatIds: ReadonlySet<string>;
  readonly ibans: ReadonlySet<string>;
}

/** How an identity shows on a document: by a code that is only its own, or by its name. */
export function matchOf(identity: Identity, codes: Codes, plainText: string): string | null {
  const { kvk, vatId, iban, name } = identity;
  if (kvk && codes.kvks.has(kvk.replaceAll(/\D/g, ''))) return `kvk:${kvk}`;
  if (vatId && codes.vatIds.has(bareCode(vatId))) return `vat-id:${vatId}`;
  if (iban && codes.ibans.has(bareCode(iban))) return `iban:${iban}`;
  const plain = plainName(name);
  // Very short names are found inside other words.
  return plain.length >= 5 && plainText.includes(plain) ? `name:${name}` : null;
}

/** A code without spaces, dots and dashes, in capitals. */
export function bareCode(code: string): string {
  return code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}
