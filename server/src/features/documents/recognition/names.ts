import { isTableHead, type Label } from './labels.ts';
import type { DocumentText } from './page-text.ts';
import { hasLegalForm, plainName } from './parties.ts';
import type { Cell, Line } from './words.ts';

/** A piece of a line that may be a company's name, and where it stands. */
export interface Name {
  readonly name: string;
  readonly line: Line;
  readonly start: number;
  readonly end: number;
}

const notNames =
  /^(?:(?:verkoop|verzamel)?factu|creditnota|nota(?!\p{L})|invoice|credit note|rechnung|gutschrift|(?:pagina|page|seite|blad|datum|date|totaal|total|omschrijving|aantal|bedrag|prijs|geachte|beste|dear|betreft|kopie|origineel|wij|we|ons|onze|op|het|de factuur|alle|all|please|bij|indien|gelieve|postbus|tel|fax|t|e|http|iban|bic|kvk|k\.v\.k|btw|vat|bank|nederland|netherlands|the netherlands|klant|uw|your|ordernummer|subtotaal|subtotal|netto|korting|transport van)(?!\p{L})|bedankt|thank|dank|www|hierbij|met vriendelijke)/iu;
/** What stands before or above the one to whom an invoice is sent. */
export const buyerLabel =
  /^(?:aan|t\.?a\.?v\.?|factuuradres|afleveradres|klant|debiteur|afnemer|opdrachtgever|koper|bill(?:ed)? to|invoice to|sold to|ship to|customer|client|to|k[äa]ufer\S*|kunde|rechnungsempf[äa]nger|rechnungsadresse|factuur aan|gefactureerd aan|geadresseerde|bestemd voor)(?![\p{L}])\W*/iu;
/** What stands before the one who sends it. */
export const sellerLabel =
  /^(?:van(?=\s?:)|from(?=\s?:)|leverancier|verkoper|afzender|crediteur|seller|supplier|vendor|bedrijfsnaam|verk[äa]ufer|lieferant|rechnungssteller|name|naam|t\.?n\.?v\.?|ten name van|account name|account holder|beneficiary|begunstigde|kontoinhaber|(?:make (?:checks|cheques) )?payable to)\s*[:.]?\s+/iu;
// A letterhead whose title stands close beside the name.
const titleBehind =
  /\s+(?:FACTUUR|INVOICE|RECHNUNG|FACTURE|CREDITNOTA|CREDITFACTUUR|Factuur|Invoice|Rechnung|Facture)(?:\s?\/.*)?$/u;
const request =
  /\s(?:onder vermelding|o\.?v\.?v\.?|met vermelding|quoting|unter angabe|en mentionnant)(?!\p{L}).*$/iu;
const street =
  /^(?:\d+\w? \p{L}[\p{L} ]*(?:street|road|avenue|lane|drive|square|st|rd)\.?|[\p{L} .'-]*(?:straat|str\.?|stra(?:ß|ss)e|weg|laan|plein|dijk|kade|singel|gracht|allee|platz|gasse|steenweg|park|hof|boulevard|ring) ?\d+\s?\w?)(?:$|[,;])/iu;
/** `Unit 5 Harbour Park`, `12 avenue Louise`, `Bahnhofstr. 8a`: an address in whatever language. */
const houseNumber =
  /^(?:unit|suite|floor)? ?\d{1,4}[a-z]?,? \p{L}|\p{L}{3,}\.? \d{1,4} ?[a-z]?$|^(?:unit|suite|floor|bus|bte) ?\d/iu;
/** The end of a name that began on the line above. */
const isOnlyForm =
  /^(?:B\.?V\.?|N\.?V\.?|GmbH(?: & Co\.? KG)?|AG|KG|Ltd\.?|Limited|LLC|Inc\.?|SARL|SAS|S\.?A\.?|& Co\.? KG)$/iu;
/** Words that head a column or a block, and are nobody's name. */
const heading =
  /^(?:payable|visa|mastercard|sales|tax|vat|commercial|rekening|faktura|bitte|wir|veuillez|merci|nous|medewerker|kenteken|eenheid|object|periode|behandeld|factuurgegevens|contactpersoon|bezahlt|betaald|paid|terms|pakbon|kassa|filiaal|afdeling|projekt|project|konto|(?:\p{L}+)?(?:nummer|datum|bedrag|termijn|adres|rechnung|factuur|nota|betrag|summe|zeitraum))(?!\p{L})/iu;

/** Pieces of lines that may be a company's name: cells, and footers cut at their separators. */
export function namesOn({ lines, labels, lower }: DocumentText): Name[] {
  // What stands behind a postcode is a town, wherever else it is named.
  const towns = lower.matchAll(
    /(?<!\d)\d{4,5}(?: ?[a-z]{2})? (\p{L}[\p{L} '-]{2,30}?)(?= *(?:[\n,·|–(]|$))/gu,
  );
  const places = new Set([...towns].map((match) => match[1] ?? ''));
  const last = lines.at(-1)?.page ?? 1;
  return lines
    .filter((line) => (line.page === 1 || line.page === last) && !isTableHead(line))
    .flatMap((line) => line.cells.flatMap((cell) => pieces(cell).map((piece) => ({ ...piece, line }))))
    .filter((name) => !isLabel(name, labels) && !places.has(name.name.toLowerCase()));
}

function pieces(cell: Cell): { name: string; start: number; end: number }[] {
  const found: { name: string; start: number; end: number }[] = [];
  for (const match of cell.text.matchAll(/(?:(?!\s[|●•·–—\-*/]\s|\s?[|●•·]\s?).)+/gu)) {
    const label = sellerLabel.exec(match[0].trimStart());
    const lead = match[0].length - match[0].trimStart().length + (label?.[0].length ?? 0);
    const name = match[0]
      .slice(lead)
      .replace(titleBehind, '')
      .replace(request, '')
      .replace(/[\s,;:]+$/, '');
    const start = cell.start + match.index + lead;
    const short = beforeAddress(name) ?? withForm(name);
    for (const one of isName(name) && short?.name !== name ? [{ name, at: 0 }, short] : [short])
      if (one && isName(one.name))
        found.push({ name: one.name, start: start + one.at, end: start + one.at + one.name.length });
  }
  return found;
}

/** `Noordfunk GmbH, Hansaallee 4, 20144 Hamburg`: small print has the name before the address. */
function beforeAddress(text: string): { name: string; at: number } | null {
  const [name = '', ...rest] = text.split(/,\s+(?!(?:Inc|Ltd|LLC|Limited|S\.A|SE|B\.V|N\.V)\b)/u);
  const isSender = rest.length > 1 || hasLegalForm(name);
  return isSender &&
    /\d/.test(rest.join(' ')) &&
    !/\d{3}/.test(name) &&
    !/^[A-Z]{2} \d{5}/.test(rest[0] ?? '')
    ? { name, at: 0 }
    : null;
}

const formed =
  /(?:(?<![\p{L}\d])\p{Lu}[\p{L}\d&.'’-]*\s(?:(?:&|en|und|et|and|de|van|der|den|het|la|le|du|of|the)\s){0,3}){1,5}(?:B\.?V\.?|N\.?V\.?|GmbH(?: & Co\.? KG)?|AG|Ltd\.?|Limited|LLC|Inc\.?|SARL|SAS|C\.V\.)(?![\p{L}\d])/u;

/** `op rekening van Brandsma Advocaten N.V. onder vermelding van …`: in a sentence the legal form ends the name. */
function withForm(text: string): { name: string; at: number } | null {
  const match = text.split(/\s+/).length > 6 ? formed.exec(text) : null;
  return match ? { name: match[0], at: match.index } : null;
}

/** `Vervaldatum` alone in its cell announces something; a label inside a name, such as `Total` in a company's, does not. */
function isLabel({ name, line, start, end }: Name, labels: readonly Label[]): boolean {
  return labels.some(
    (label) =>
      label.line === line &&
      label.start < end &&
      label.end > start &&
      label.end - label.start > name.length * 0.7,
  );
}

/** Whether a piece of text reads as a name: no title, street, label, sentence or code. */
export function isName(name: string): boolean {
  const letters = name.replaceAll(/[^\p{L}]/gu, '').length;
  const words = name.split(/\s+/).length;
  if (plainName(name).length < 3 || isOnlyForm.test(name)) return false;
  if (/(?<!\p{L})[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/u.test(name)) return false;
  if (letters < 4 || name.length > 60 || words > 8 || letters < name.length * 0.55) return false;
  if (houseNumber.test(name) && !hasLegalForm(name)) return false;
  // A sentence.
  if (words >= 5 && !hasLegalForm(name) && (name.match(/(?<!\p{L})\p{Lu}/gu)?.length ?? 0) < 2) return false;
  if (street.test(name) || (heading.test(name) && !hasLegalForm(name))) return false;
  if (notNames.test(name) || buyerLabel.test(name) || /[@€%:]|\d{3}|www\./.test(name)) return false;
  return /^[\p{Lu}\d]|^[a-z]+[\p{Lu}]|^(?:de|het|'t|van) \p{Lu}/u.test(name) || hasLegalForm(name);
}
