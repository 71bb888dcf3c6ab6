import type { Label } from '../labels/label.ts';
import { isTableHead } from '../labels/labels.ts';
import { notNames } from './name-words.ts';
import type { DocumentText } from '../text/page-text.ts';
import { endsWithForm, hasLegalForm, plainName } from './parties.ts';
import type { Box } from '../recognised.ts';
import { type Cell, type Line, boxOf, heightOf, medianHeight } from '../text/words.ts';

/** A piece of a line that may be a company's name, and where it stands. */
export interface Name {
  readonly name: string;
  readonly line: Line;
  readonly start: number;
  readonly end: number;
}

const notNamePatterns = Object.entries(notNames).map(([list, sources]) => ({
  name: `list:${list}`,
  pattern: new RegExp(
    `^(?:${sources
      .trim()
      .split(/ \| |\n */)
      .join('|')})`,
    'iu',
  ),
}));

/** What stands before or above the one to whom an invoice is sent. */
export const buyerLabel =
  /^(?:\p{L}+ ?\/ ?)?(?:aan|t\.?a\.?v\.?|factuuradres|buyer|acheteur|nabywca|odbiorca|afleveradres|klant|debiteur|afnemer|opdrachtgever|koper|bill(?:ed)? to|invoice to|sold to|ship to|customer|client|to|k[äa]ufer\S*|kunde|rechnungsempf[äa]nger|rechnungsadresse|factuur aan|bezorgadres|naam en adres|naam (?:opdrachtgever|rekeninghouder|betaler)|leveradres|verzendadres|delivery address|shipping address|lieferadresse|lieferanschrift|rechnungsanschrift|adresse de livraison|destinataire|factur[ée] [àa]|adresse (?:de )?facturation|rechnung an|invoice address|billing address|attn|attention|empf[äa]nger|uw gegevens|klantgegevens|(?:for|voor|an)(?=\s?:|$)|gefactureerd aan|geleverd aan|verkocht aan|geadresseerde|bestemd voor)(?![\p{L}])\W*/iu;
/** What stands before the one who sends it. */
export const sellerLabel =
  /^(?:van(?=\s?:)|from(?=\s?:)|sprzedawca|leverancier|verkoper|afzender|crediteur|seller|supplier|vendor|bedrijfsnaam|verk[äa]ufer|lieferant|rechnungssteller|name|naam|t\.?n\.?v\.?|ten name van|account name|account holder|beneficiary|begunstigde|kontoinhaber|(?:make (?:checks|cheques) )?payable to)\s*[:.]?\s+/iu;
// A letterhead whose title stands close beside the name.
const titleBehind =
  /\s+(?:\p{Lu}{0,16}FACTUUR|NOTA|INVOICE|\p{Lu}{0,16}RECHNUNG|FACTURE|CREDITNOTA|DECLARATIE|\p{Lu}\p{Ll}{0,16}factuur|Factuur|Nota|Invoice|Rechnung|Facture|Creditnota|Declaratie)(?:\s?\/.*)?$/u;
/** `Handelsnaam van De Gouden Schaar B.V.`: the firm stands behind it. */
const tradeNameOf =
  /^(?:[^,|]{0,40} is )?(?:(?:een )?(?:handelsnaam|onderdeel) van|handelend onder de naam|t?\.?h\.?o\.?d\.?n\.?|trading as|t\/a)\s+(?=\p{L})/iu;
/** `GEBR. LUBBERS nationaal en internationaal transport`: in a letterhead capitals are the name, and what they do follows. */
const tradeBehind = /(?<=^(?:[\p{Lu}\d.&'’-]+ )+[\p{Lu}\d.&'’-]{2,}) \p{Ll}{3,}(?: [\p{Ll}&-]+)+$/u;
/** What a scan makes of the dot between a name and its street. */
const misreadDot = /\s[+«»°~=]\s(?=[\p{L}.' -]+ ?\d).*$/u;
/** `Lampenkoning k`, `Tankpas B.V. 0`: a speck or a cut letter behind a name that a scan takes for a letter. */
const dust = / \p{Ll}$|(?<=\.[VF]\.) [\p{L}\d]$/u;
const request =
  /\s(?:onder vermelding|o\.?v\.?v\.?|met vermelding|quoting|unter angabe|en mentionnant)(?!\p{L}).*$/iu;
/** `V.O.F. Loonbedrijf Wiegers K.v.K. Meppel 32376533`, `Northgate Ltd. Registered in England`: small print that runs on. */
const codesBehind =
  /\s(?:(?:is |zijn |staat )?(?:ingeschreven|geregistreerd|eingetragen|registered)|k\.?v\.?k|btw|b\.t\.w|iban|bic|tel|telefoon|handelsregister|hrb|ust-?id\p{L}*|vat|coc|siret)(?!\p{L}).*$/iu;
const street =
  /^(?:\d+\w? \p{L}[\p{L} ]*(?:street|road|avenue|lane|drive|square|st|rd)\.?|[\p{L} .'-]*(?:straat|str\.?|stra(?:ß|ss)e|weg|laan|plein|dijk|kade|singel|gracht|allee|platz|gasse|steenweg|park|hof|boulevard|ring) ?\d+\s?\w?)(?:$|[,;])/iu;
/** `Unit 5 Harbour Park`, `12 avenue Louise`, `Bahnhofstr. 8a`: an address in whatever language. */
const houseNumber =
  /^(?:unit|suite|floor)? ?\d{1,4}[a-z]?,? \p{L}|\p{L}{3,}\.? \d{1,4} ?[a-z]?$|^(?:unit|suite|floor|bus|bte) ?\d/iu;
/** The end of a name that began on the line above. */
export const isOnlyForm =
  /^(?:B\.?V\.?|N\.?V\.?|GmbH(?: & Co\.? KG)?|AG|KG|Ltd\.?|Limited|LLC|Inc\.?|SARL|SAS|S\.?A\.?|& Co\.? KG)$/iu;
/** Words that head a column or a block, and are nobody's name. */
const heading =
  /^(?:payable|guest|room|arrival|departure|cashier|reservation|account|visa|mastercard|sales|tax|vat|commercial|rekening|faktura|bitte|wir|veuillez|merci|nous|medewerker|kenteken|eenheid|object|periode|behandeld|factuurgegevens|contactpersoon|bezahlt|betaald|paid|terms|pakbon|kassa|filiaal|afdeling|afd|cluster|team|projekt|project|konto|(?:\p{L}+)?(?:nummer|datum|bedrag|termijn|adres|rechnung|factuur|nota|betrag|summe|zeitraum))(?!\p{L})/iu;

/** `op rekening NL… ten name van Gemeente Oostermeer onder vermelding van …`: whose account it is. */
const holder =
  /(?:ten name van|t\.?n\.?v\.?|op naam van|in the name of|in favou?r of|account holder:?|zugunsten(?: von)?|kontoinhaber:?|au nom de|begunstigde:?)\s+((?:(?:de|het|van|der|den|en|&|the|of|und|et|du|la|le|'t)\s)*(?:\d{1,3}|[a-z]*)\p{Lu}[\p{L}\d.&'’-]*(?:\s(?:(?:de|het|van|der|den|en|und|of|et|du|la|le|'t)\s)*(?:&|\d{1,4}(?:\/\d{1,2})?(?![\d,/])|\p{Lu}[\p{L}\d.&'’-]*|[bn]\.?v\.?(?![\p{L}])))*)/giu;

const behindName =
  /^(?:onder|met|o\.?v\.?v\.?|binnen|te|op|bij|in|unter|with|quoting|iban|bic|swift|kvk|btw)$/iu;
const particle =
  /^(?:de|het|van|der|den|en|the|of|und|et|du|la|le|'t|bv|nv|b\.v\.?|n\.v\.?|vof|gmbh|ltd|sarl)$/u;

/** Names behind `ten name van`, wherever it stands in a sentence, and where the sentence breaks within. */
function holdersOn(line: Line, below: readonly Line[]): Name[] {
  const rest = restOf(line, below);
  const isRead = line.cells.some(({ words }) => words.some(({ confidence }) => confidence < 1));
  return [...`${line.text} ${rest}`.trimEnd().matchAll(holder)].flatMap((match) => {
    // Case is ignored for the label alone.
    const found =
      /^(?:(?:van|der|den|'t|mr\.)\s)?(?:\d{1,3}|[a-z]{1,3})?\p{Lu}.*$/u.exec(
        (match[1] ?? '').replace(/^(?:de|het|the) /u, ''),
      )?.[0] ?? '';
    const words = found.split(/\s+/);
    const end = words.findIndex(
      (word, at) => at > 0 && (behindName.test(word) || (/^\p{Ll}/u.test(word) && !particle.test(word))),
    );
    const whole = (end < 0 ? words : words.slice(0, end))
      .join(' ')
      .replace(/[\s,;:]+$/u, '')
      // The dot of `B.V.` and `Zn.` is the name's, another ends the sentence.
      .replace(/(?<!\.\p{Lu}|Zn|Co|Inc|Ltd)\.$/u, '');
    const name = isRead ? whole.replace(dust, '') : whole;
    const start = Math.min(match.index + match[0].length - found.length, line.text.length - 1);
    return isName(name) ? [{ name, line, start, end: Math.min(start + name.length, line.text.length) }] : [];
  });
}

/** Where a line that ends in a sentence goes on: the next one, from the same edge. */
function restOf(line: Line, below: readonly Line[]): string {
  const cell = line.cells.at(-1);
  if (!cell || cell.words.length < minSentence) return '';
  const height = line.box[3] - line.box[1];
  const next = below.find(({ page, box }) => page === line.page && box[1] - line.box[3] < height * 1.5);
  return next?.cells.find(({ box }) => Math.abs(box[0] - cell.box[0]) < 0.012)?.text ?? '';
}

const minSentence = 5;

/** `NL84 KNAB 0213 6910 42 Stichting Laboratorium Oost`: whose account it is, where the columns stand close. */
function behindIbans(line: Line, ibans: DocumentText['ibans']): Name[] {
  return ibans
    .filter((spot) => spot.line === line)
    .flatMap(({ end }) => {
      const rest = line.text.slice(end).split('\t')[0] ?? '';
      const lead = /^[\s,|·•–-]*/u.exec(rest)?.[0].length ?? 0;
      const name = /^[^|·•,]*/u.exec(rest.slice(lead))?.[0].trim() ?? '';
      const start = end + lead;
      return /\s/.test(name) && !/\d/.test(name) && isName(name)
        ? [{ name, line, start, end: start + name.length }]
        : [];
    });
}

/** Pieces of lines that may be a company's name: cells, and footers cut at their separators. */
export function namesOn({ lines, labels, lower, ibans }: DocumentText): Name[] {
  // What stands behind a postcode is a town, wherever else it is named.
  const towns = lower.matchAll(
    /(?<!\d)\d{4,5}(?: ?[a-z]{2})? (\p{L}[\p{L} '-]{2,30}?)(?= *(?:[\n,·|–(]|$))/gu,
  );
  const places = new Set([...towns].map((match) => match[1] ?? ''));
  const last = lines.at(-1)?.page ?? 1;
  return lines
    .map((line, at) => ({ line, at }))
    .filter(({ line }) => (line.page === 1 || line.page === last) && !isTableHead(line))
    .flatMap(({ line, at }) => [
      ...line.cells.flatMap((cell) => pieces(cell).map((piece) => ({ ...piece, line }))),
      ...holdersOn(line, lines.slice(at + 1, at + 2)),
      ...behindIbans(line, ibans),
    ])
    .concat(logosOn(lines))
    .map((name) => withoutTown(name, places))
    .filter((name) => !isLabel(name, labels) && !places.has(name.name.toLowerCase()));
}

const smallLetters = /^\p{Ll}[\p{Ll} &+.'’-]{2,40}$/u;
/** How many times as high as the usual words of its page a logo is at least, and down to where one stands. */
const minLogo = 1.4;
const maxLogoTop = 0.2;

/** `drukkerij` over `zwaan`: a logo may do without capitals, where it is large or heads the page over an address. */
function logosOn(lines: readonly Line[]): Name[] {
  const first = lines.filter(({ page }) => page === 1);
  const usual = medianHeight(first.flatMap(({ cells }) => cells.flatMap(({ words }) => words)));
  const found: { name: string; line: Line; start: number; end: number }[] = [];
  for (const line of first) {
    for (const { text, box, start } of line.cells) {
      const isLarge = heightOf(box) > usual * minLogo && box[1] < maxLogoTop;
      const isHead = line.index === 0 && line.cells.length === 1 && /\s/.test(text) && isOverAddress(first);
      if (!(isLarge || isHead) || !smallLetters.test(text) || !isName(capitalised(text))) continue;
      const above = found.at(-1);
      if (isLarge && above && isNextLine(above, line, box)) above.name = `${above.name} ${text}`;
      else found.push({ name: text, line, start, end: start + text.length });
    }
  }
  return found;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function isNextLine({ line, start, end }: Name, next: Line, box: Box): boolean {
  const upper = boxOf(line, start, end);
  const height = heightOf(upper);
  return (
    next.index > line.index &&
    Math.abs(box[0] - upper[0]) < 0.012 &&
    Math.abs(heightOf(box) / height - 1) < 0.15 &&
    box[1] - upper[3] < 0.5 * height
  );
}

/** Whether one of the next lines has a postcode and a town. */
function isOverAddress(lines: readonly Line[]): boolean {
  return lines.slice(1, 4).some(({ text }) => /(?<!\d)\d{4} ?[A-Z]{2} \p{Lu}/u.test(text));
}

/** `Koninklijke Vereniging Het Baken, Leiden`, as an account is named: the town is no part of it. */
function withoutTown(one: Name, towns: ReadonlySet<string>): Name {
  const [, name, town = ''] = /^(.*\S), ?([^,]+)$/u.exec(one.name) ?? [];
  if (name === undefined || !towns.has(town.toLowerCase()) || !isName(name)) return one;
  return { ...one, name, end: one.start + name.length };
}

function pieces(cell: Cell): { name: string; start: number; end: number }[] {
  const found: { name: string; start: number; end: number }[] = [];
  const isRead = cell.words.some(({ confidence }) => confidence < 1);
  const tails = [
    ...(cell.box[1] < 0.15 ? [tradeBehind] : []),
    titleBehind,
    request,
    misreadDot,
    ...(isRead ? [dust] : []),
    /[\s,;:]+$/,
  ];
  for (const match of cell.text.matchAll(/(?:(?!\s[|●•·–—\-*/]\s|\s?[|●•·]\s?).)+/gu)) {
    const bare = match[0].replace(/^[\s|●•·–—\-*/]+/u, '');
    const said = sellerLabel.exec(bare) ?? tradeNameOf.exec(bare);
    const lead = match[0].length - bare.length + (said?.[0].length ?? 0);
    const name = tails.reduce((rest, tail) => rest.replace(tail, ''), match[0].slice(lead));
    const start = cell.start + match.index + lead;
    const short = [beforeAddress(name), withForm(name), beforeCodes(name)].find(
      (one) => one && isName(one.name),
    );
    const isWhole =
      isName(name) && short?.name !== name && !(short && isAddress(name.slice(short.at + short.name.length)));
    for (const one of isWhole ? [{ name, at: 0 }, short] : [short])
      if (one) found.push({ name: one.name, start: start + one.at, end: start + one.at + one.name.length });
  }
  return found;
}

/** `Hofman Transport BV Havenkade 9`, where a scan lost the dot between them, `Northgate Ltd. Registered in England`. */
function isAddress(rest: string): boolean {
  return /^[,.]? (?:\p{Lu}[\p{L}.' -]{2,} ?\d|\d{1,4}[a-z]? \p{L})/u.test(rest) || codesBehind.test(rest);
}

/** `Noordfunk GmbH, Hansaallee 4, 20144 Hamburg`: small print has the name before the address. */
function beforeAddress(text: string): { name: string; at: number } | null {
  const [name = '', ...rest] = text.split(/,\s+(?!(?:Inc|Ltd|LLC|Limited|S\.A|SE|B\.V|N\.V)\b)/u);
  const isSender = rest.length > 1 || hasLegalForm(name);
  return isSender &&
    /\d/.test(rest.join(' ')) &&
    (!/\d{3}/.test(name) || endsWithForm(name)) &&
    !/^[A-Z]{2} \d{5}/.test(rest[0] ?? '')
    ? { name, at: 0 }
    : null;
}

function beforeCodes(text: string): { name: string; at: number } | null {
  const name = text.replace(codesBehind, '');
  return name !== text && hasLegalForm(name) ? { name, at: 0 } : null;
}

const formed =
  /(?:(?<![\p{L}\d])\p{Lu}[\p{L}\d&.'’-]*\s(?:(?:&|en|und|et|and|de|van|der|den|het|la|le|du|of|the)\s){0,3}){1,5}(?:B\.?V\.?|N\.?V\.?|V\.?O\.?F\.?|GmbH(?: & Co\.? KG)?|AG|Ltd\.?|Limited|LLC|Inc\.?|PLC|plc|SARL|SAS|SRL|C\.V\.|U\.A\.|e\.K\.|Sp\. z o\.o\.)(?![\p{L}\d])/u;

/**
 * `op rekening van Brandsma Advocaten N.V. onder vermelding van …`: in a sentence the legal form ends the name, and so
 * it does where an address follows without a comma.
 */
function withForm(text: string): { name: string; at: number } | null {
  const match = formed.exec(text);
  if (!match) return null;
  const isAddressBehind =
    match.index === 0 &&
    /^,? ?(?:P\.?O\.? Box|Postbus|Postfach|[\p{L}.' -]+ ?\d|\d)/iu.test(text.slice(match[0].length));
  return isAddressBehind || text.split(/\s+/).length > 6 ? { name: match[0], at: match.index } : null;
}

/** `Vervaldatum` alone in its cell announces something; a label inside a name, such as `Total` in a company's, does not. */
function isLabel({ name, line, start, end }: Name, labels: readonly Label[]): boolean {
  const covered = labels
    .filter((label) => label.line === line && label.start < end && label.end > start)
    .reduce((sum, label) => sum + Math.min(label.end, end) - Math.max(label.start, start), 0);
  return covered > name.length * 0.7;
}

/** `Royaltyafrekening tevens factuur`: what the paper is. */
const title = /(?:^|\s)\p{L}*(?:factuur|rechnung|invoice|afrekening|specificatie|aanslag|heffingen)$/iu;

/** A text that may be a name, measured once. */
interface Measured {
  readonly text: string;
  readonly letters: number;
  readonly words: number;
  readonly hasForm: boolean;
  readonly endsWithForm: boolean;
}

/** Why a text is no name. */
interface Objection {
  readonly name: string;
  readonly says: (measured: Measured) => boolean;
}

const objections: readonly Objection[] = [
  { name: 'too-short', says: ({ text, letters }) => letters < 4 || plainName(text).length < 3 },
  { name: 'only-legal-form', says: ({ text }) => isOnlyForm.test(text) },
  { name: 'british-postcode', says: ({ text }) => /(?<!\p{L})[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/u.test(text) },
  {
    name: 'too-long',
    says: ({ text, words, endsWithForm: isFormed }) => text.length > 60 || words > (isFormed ? 10 : 8),
  },
  { name: 'few-letters', says: ({ text, letters }) => letters < text.length * 0.55 },
  { name: 'house-number', says: ({ text, hasForm }) => houseNumber.test(text) && !hasForm },
  {
    name: 'sentence',
    says: ({ text, words, hasForm }) =>
      words >= 4 && !hasForm && (text.match(/(?<!\p{L})\p{Lu}/gu)?.length ?? 0) < 2,
  },
  { name: 'street', says: ({ text }) => street.test(text) },
  { name: 'heading', says: ({ text, hasForm }) => heading.test(text) && !hasForm },
  { name: 'title', says: ({ text, hasForm }) => title.test(text) && !hasForm },
  // `Het bedrag`, but not `Het Reclamehuis`.
  { name: 'article', says: ({ text }) => /^[Hh]et (?!\p{Lu})/u.test(text) },
  {
    // `mr. J. de Wit` pleads; `mr. J. de Wit Advocatuur` sends bills.
    name: 'lawyer',
    says: ({ text }) => /^[Mm]r\.? (?:\p{Lu}\.\s?)*(?:(?:de|van|der|den|het|ter|ten) )*\p{L}+$/u.test(text),
  },
  {
    // `7818 72 t.n.v. Studio Noordlicht`: an account that broke off on the line above.
    name: 'account',
    says: ({ text }) => /\s(?:t\.n\.v\.?|ten name van|op naam van)\s/iu.test(text),
  },
  ...notNamePatterns.map(({ name, pattern }) => ({
    name,
    says: ({ text }: Measured) => pattern.test(text),
  })),
  { name: 'buyer-label', says: ({ text }) => buyerLabel.test(text) },
  { name: 'code-or-address', says: ({ text }) => /[@€%:]|\d{5}|www\./.test(text) },
  { name: 'dutch-postcode', says: ({ text }) => /^\d{4} ?[A-Z]{2}(?!\p{L})/u.test(text) },
  {
    // `Drukkerij Wormer 1911 B.V.`; without its form, three digits are a number of something.
    name: 'number',
    says: ({ text, endsWithForm: isFormed }) => /\d{3}/.test(text) && !isFormed,
  },
  {
    name: 'lower-case',
    says: ({ text, hasForm }) =>
      !hasForm &&
      !/^[\p{Lu}\d]|^[a-z]+[\p{Lu}]|^(?:de|het|'t|van|mr\.|drs\.|ir\.|dr\.|ing\.|prof\.) ?\p{Lu}/u.test(text),
  },
];

/** The first objection to a text as a name; null when it reads as a name. */
export function objectionTo(text: string): string | null {
  const measured = {
    text,
    letters: text.replaceAll(/[^\p{L}]/gu, '').length,
    words: text.split(/\s+/).length,
    hasForm: hasLegalForm(text),
    endsWithForm: endsWithForm(text),
  };
  return objections.find(({ says }) => says(measured))?.name ?? null;
}

/** Whether a text reads as a name: no title, street, label, sentence or code. */
export function isName(text: string): boolean {
  return objectionTo(text) === null;
}
