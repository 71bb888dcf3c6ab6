import { type Name, buyerLabel, isName, namesOn, sellerLabel } from './names.ts';
import { type DocumentText, round } from './page-text.ts';
import { type Codes, bareCode, hasLegalForm, matchOf, plainName } from './parties.ts';
import type { CreditorCandidate, Identity } from './recognised.ts';
import { type Line, boxOf } from './words.ts';

/** What is known of the parties before the document is read. */
export interface KnownParties {
  readonly excluded: readonly Identity[];
  readonly known: readonly Identity[];
}

// `Btw 21%` is a line of the sums: only a code or its label is a registration.
const contact =
  /(?:k\.?v\.?k|(?:btw|b\.t\.w\.?|vat|ust|tva)[\s.:-]*(?:id|nr|no|num|reg|[A-Z]{2}\s?\d)|iban|bic|tel\.?(?!\p{L})|telefoo?n|phone|@|www\.|https?:|steuernummer|coc(?!\p{L}))/iu;
/** Who sent the invoice, best first; never one of the excluded. */
export function findCreditor(text: DocumentText, codes: Codes, parties: KnownParties): CreditorCandidate[] {
  const plain = plainName(text.lower);
  const own = ownCodes(parties);
  // A company that is seen as creditor under its own codes would be its own supplier.
  const others = parties.known.filter((identity) => !codesOf(identity).some((code) => own.has(code)));
  const known = others.flatMap((identity) => knownCreditor(identity, text, codes, plain));
  const excluded = parties.excluded.map(({ name }) => plainName(name)).filter((name) => name.length >= 4);
  const domains = domainsOf(text.lower);
  const names = namesOn(text).filter(
    ({ name }) => !excluded.some((mine) => plainName(name).includes(mine) || mine.includes(plainName(name))),
  );
  // A sentence that breaks within a name leaves its end on the next line.
  const isEnd = ({ name }: Name): boolean =>
    names.some((other) => other.name.length > name.length && other.name.endsWith(` ${name}`));
  const whole = names.filter((name) => !isEnd(name));
  const guesses = whole.map((name) =>
    inFull(guess(name, text, domains, { codes: own, names: excluded }), name, whole, domains, text.lines),
  );
  const best = new Map<string, CreditorCandidate>();
  const ordered = [...known, ...guesses].toSorted((a, b) => b.confidence - a.confidence);
  // Of two names that look alike an addressee, with no other, the first is the sender.
  const least = (ordered[0]?.confidence ?? 0) > 0.15 ? 0.15 : 0;
  for (const candidate of ordered) {
    const key = plainName(candidate.value);
    if (candidate.confidence > least && !best.has(key)) best.set(key, candidate);
  }
  return [...best.values()].slice(0, 5);
}

function codesOf({ kvk, vatId, iban }: Identity): string[] {
  return [kvk, vatId, iban].flatMap((code) => (code ? [bareCode(code)] : []));
}

/** The codes of the own company: what stands beside them is not the supplier, whatever it is called there. */
export function ownCodes({ excluded }: KnownParties): ReadonlySet<string> {
  return new Set(excluded.flatMap(codesOf));
}

/** A logo often says `Northwind Hosting` where the small print has `Northwind Hosting Ltd`: the whole name is meant. */
function inFull(
  candidate: CreditorCandidate,
  start: Name,
  names: readonly Name[],
  domains: readonly string[],
  lines: readonly Line[],
): CreditorCandidate {
  const short = candidate.value.toLowerCase();
  if (short.length < 5) return candidate;
  const under = secondLine(start, lines);
  const full = names.find(({ name }) => {
    const rest = name.slice(short.length);
    return (
      name.toLowerCase().startsWith(short) &&
      /^[\s,]/.test(rest) &&
      rest.length <= 30 &&
      (hasLegalForm(rest) || isOfDomain(name, domains) || under.startsWith(rest.trim()))
    );
  });
  if (full) return { ...candidate, value: full.name };
  const isLogo = candidate.reasons.includes('large-letters') && isName(under);
  return isLogo ? { ...candidate, value: `${candidate.value} ${under}` } : candidate;
}

/** The second line of a name in letters of one size: `Hollandsche Onderlinge` over `Verzekeringen`. */
function secondLine({ line, start, end }: Name, lines: readonly Line[]): string {
  const [left, top, right, bottom] = boxOf(line, start, end);
  const height = bottom - top;
  const next = lines
    .filter(({ page, index }) => page === line.page && index > line.index && index <= line.index + 2)
    .flatMap(({ cells }) => cells)
    .find(({ box }) => {
      const isSame = Math.abs(box[3] - box[1] - height) < 0.12 * height && box[1] - bottom < 0.5 * height;
      const isUnder = Math.abs(box[0] - left) < 0.012 || Math.abs(box[0] + box[2] - left - right) < 0.02;
      return isSame && isUnder;
    });
  return next?.text ?? '';
}

/** The domain is the name, and no longer the shorter one alone. */
function isOfDomain(name: string, domains: readonly string[]): boolean {
  const plain = plainName(name);
  return domains.some(
    (domain) =>
      domain.length >= 8 &&
      (plain.startsWith(domain) || domain.startsWith(plain)) &&
      Math.abs(domain.length - plain.length) < 6,
  );
}

function knownCreditor(
  identity: Identity,
  text: DocumentText,
  codes: Codes,
  plain: string,
): CreditorCandidate[] {
  const reason = matchOf(identity, codes, plain);
  if (reason === null) return [];
  const line = text.lines.find((candidate) => plainName(candidate.text).includes(plainName(identity.name)));
  const base = {
    value: identity.name,
    raw: identity.name,
    method: 'heuristic',
    knownId: identity.id,
  } as const;
  const confidence = reason.startsWith('name:') ? 0.85 : 0.97;
  return [
    {
      ...base,
      page: line?.page ?? null,
      box: line?.box ?? null,
      confidence,
      reasons: ['known-creditor', reason],
    },
  ];
}

function guess(name: Name, text: DocumentText, domains: readonly string[], own: Own): CreditorCandidate {
  const { line } = name;
  const box = boxOf(line, name.start, name.end);
  const reasons: string[] = [];
  let score = 0.08;
  const add = (points: number, reason: string): void => {
    score += points;
    if (points > 0) reasons.push(reason);
  };
  if (hasLegalForm(name.name)) add(0.25, 'legal-form');
  const size = (box[3] - box[1]) / Math.max(medianHeight(text.lines, line.page), 0.001);
  if (size > 1.25 && line.page === 1) add(Math.min(0.3, 0.12 + (size - 1.25) * 0.2), 'large-letters');
  if (line.page === 1 && line.index === 0) add(0.18, 'first-line');
  else if (line.page === 1 && box[1] < 0.14) add(0.08, 'near-the-top');
  const isWindow = !text.lines.some(hasBuyerLabel) && isInWindow(name, box, text.lines);
  if (isUnderSeller(name, box, text.lines)) add(0.3, 'label:van');
  if (!isWindow && isNearContact(name, box, text)) add(0.18, 'near-contact');
  if (domains.some((domain) => sharesName(domain, name.name))) add(0.3, 'domain');
  const cellStart = line.text.slice(0, name.start).split('\t').at(-1) ?? '';
  if (sellerLabel.test(cellStart)) add(0.25, `label:${cellStart.trim()}`);
  const copies = text.lower.split(name.name.toLowerCase()).length - 1;
  if (copies > 1) add(0.08 * Math.min(2, copies - 1), `repeated:${copies}`);
  if (isAddressee(name, box, text.lines)) add(-0.35, '');
  if (isInTable(name, text)) add(-0.3, '');
  if (isWindow) add(-0.3, '');
  if (isBesideValue(name)) add(-0.25, '');
  if (own.codes.size > 0 && isNearOwn(box, line, text, own)) add(-0.6, '');
  const confidence = round(Math.max(0.01, Math.min(0.93, score)));
  return {
    value: name.name,
    raw: name.name,
    page: line.page,
    box,
    confidence,
    method: 'heuristic',
    reasons,
    knownId: null,
  };
}

function medianHeight(lines: readonly Line[], page: number): number {
  const heights = lines
    .filter((line) => line.page === page)
    .flatMap((line) => line.cells.map(({ box }) => box[3] - box[1]))
    .toSorted((a, b) => a - b);
  return heights[Math.floor(heights.length / 2)] ?? 0.01;
}

/** Whether one of the next lines of its column, or its own line, holds a registration or contact. */
function isNearContact({ line, start, end }: Name, box: readonly number[], text: DocumentText): boolean {
  const [left = 0, top = 0, right = 0] = box;
  if (contact.test(line.text.slice(0, start)) || contact.test(line.text.slice(end))) return true;
  return text.lines.some(
    (other) =>
      other.page === line.page &&
      other.index > line.index &&
      other.box[1] - top < 0.13 &&
      other.cells.some((cell) => cell.box[0] < right && cell.box[2] > left && contact.test(cell.text)),
  );
}

/** Names in the address window: an addressee's label above, or `t.a.v.` and a Dutch address below without contacts. */
function isAddressee({ line, start }: Name, box: readonly number[], lines: readonly Line[]): boolean {
  const [left = 0] = box;
  const before = line.text.slice(0, start).split('\t').at(-1) ?? '';
  if (buyerLabel.test(before)) return true;
  const column = lines
    .filter(({ page, index }) => page === line.page && Math.abs(index - line.index) <= 4)
    .flatMap(({ index, cells }) =>
      cells.filter((cell) => Math.abs(cell.box[0] - left) < 0.02).map((cell) => ({ index, cell })),
    );
  const above = column.filter(({ index }) => index < line.index && index >= line.index - 2);
  if (above.some(({ cell }) => buyerLabel.test(cell.text) && cell.text.length < 30)) return true;
  return column.some(
    ({ index, cell }) =>
      index > line.index && index <= line.index + 2 && /^t\.?a\.?v\.?[\s:]/i.test(cell.text),
  );
}

const place =
  /^(?:[A-Z]{1,2}-)?\d{4,5}(?: ?[A-Z]{2})? \p{Lu}|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$|, [A-Z]{2} \d{5}/u;

/** `Bill to` on the page: who stands elsewhere is not the one it was sent to. */
function hasBuyerLabel({ page, cells }: Line): boolean {
  return page === 1 && cells.some(({ text }) => text.length < 24 && buyerLabel.test(text));
}

const sellerAbove =
  /^(?:from|van|seller|supplier|sold by|vendu par|verk[äa]ufer|lieferant|leverancier|verkoper|afzender|rechnungssteller|[ée]metteur|vendeur)\W*$/iu;

function isUnderSeller({ line }: Name, box: readonly number[], lines: readonly Line[]): boolean {
  const above = lines.find(({ page, index }) => page === line.page && index === line.index - 1);
  return (
    above?.cells.some(
      ({ text, box: other }) => sellerAbove.test(text) && Math.abs(other[0] - (box[0] ?? 0)) < 0.012,
    ) ?? false
  );
}

/** A name, a street and a place that end there: senders have a number, a registration or a telephone below. */
function isInWindow({ line }: Name, box: readonly number[], lines: readonly Line[]): boolean {
  const [left = 0, top = 0, right = 0, bottom = 0] = box;
  if (line.page > 1 || top < 0.06 || top > 0.45) return false;
  const column = lines
    .filter(({ page, index }) => page === 1 && index > line.index)
    .flatMap(({ cells }) =>
      cells.filter((cell) => Math.abs(cell.box[0] - left) < 0.012 || Math.abs(cell.box[2] - right) < 0.012),
    );
  const height = bottom - top;
  const end = column.findIndex((cell, at) => cell.box[1] - (column[at - 1]?.box[3] ?? bottom) > height * 0.7);
  const block = end < 0 ? column : column.slice(0, end);
  const at = block.findIndex(({ text }) => place.test(text));
  return (
    at >= 0 &&
    at <= 3 &&
    block.length <= 5 &&
    !block.some(({ text }) => contact.test(text) || /\d{6,}|\(\d{3}\) ?\d{3}-\d{4}/.test(text))
  );
}

/** `Room  214`, `Montant  12`: a short cell before a number is what the number is called. */
function isBesideValue({ name, line, end }: Name): boolean {
  const next = line.text.slice(end).split('\t')[1] ?? '';
  // A postcode and place in the next column is an address beside a logo.
  return (
    /^\W*\d/.test(next) &&
    !/\d \p{Lu}\p{L}|^\d{4} ?[A-Z]{2} /u.test(next) &&
    name.split(/\s+/).length <= 2 &&
    !hasLegalForm(name)
  );
}

interface Own {
  readonly codes: ReadonlySet<string>;
  /** Plain. */
  readonly names: readonly string[];
}

/** The next registration below the name, in its column, is the own company's, and nobody else is named in between. */
function isNearOwn(box: readonly number[], line: Line, text: DocumentText, own: Own): boolean {
  const [left = 0, top = 0, right = 0] = box;
  const below = [...text.kvks, ...text.vatIds, ...text.ibans]
    .filter(
      (spot) => spot.line.page === line.page && spot.line.index >= line.index && spot.box[1] - top < 0.12,
    )
    .filter((spot) => spot.box[0] < right + 0.1 && spot.box[2] > left - 0.02)
    .toSorted((a, b) => a.line.index - b.line.index);
  const [first] = below;
  if (first === undefined || !own.codes.has(first.value.value)) return false;
  const between = text.lines.filter(
    ({ page, index }) => page === line.page && index > line.index && index <= first.line.index,
  );
  return !between.some(
    ({ text: words }) => buyerLabel.test(words) || own.names.some((mine) => plainName(words).includes(mine)),
  );
}

function isInTable({ line, end }: Name, text: DocumentText): boolean {
  return text.amounts.some((amount) => amount.line === line && amount.start >= end);
}

/** Domains of web and e-mail addresses, without those of mail providers and the last part. */
function domainsOf(lower: string): string[] {
  const found = [...lower.matchAll(/(?:@|www\.|https?:\/\/)([a-z0-9\-.]+)\.[a-z]{2,7}/g)].map(
    (match) => match[1] ?? '',
  );
  const bare = found.map((domain) => (domain.split('.').at(-1) ?? '').replaceAll(/[^a-z0-9]/g, ''));
  return [...new Set(bare)].filter(
    (domain) =>
      domain.length >= 3 &&
      !/^(?:gmail|hotmail|outlook|live|ziggo|kpnmail|xs4all|planet|home|localhost)$/.test(domain),
  );
}

function sharesName(domain: string, name: string): boolean {
  const plain = plainName(name);
  if (plain.length < 3) return false;
  if (
    domain === plain ||
    (domain.length >= 5 && plain.includes(domain)) ||
    (plain.length >= 5 && domain.includes(plain))
  )
    return true;
  const words = name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length >= 4);
  return (
    words.length > 0 && words.filter((word) => domain.includes(word)).length >= Math.min(2, words.length)
  );
}
