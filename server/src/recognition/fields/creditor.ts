import { addresseesOf, isAddressee, isNearContact } from './addressees.ts';
import { type Name, buyerLabel, namesOn, sellerLabel } from './names.ts';
import { type DocumentText, round } from '../text/page-text.ts';
import { type Codes, bareCode, hasLegalForm, isForOthers, matchOf, plainName } from './parties.ts';
import type { CreditorCandidate, Identity } from '../recognised.ts';
import { inFull, spelledAs, withoutHalves } from './whole-names.ts';
import { type Line, boxOf, isScanned } from '../text/words.ts';

/** What is known of the parties before the document is read. */
export interface KnownParties {
  readonly excluded: readonly Identity[];
  readonly known: readonly Identity[];
}

/** Who sent the invoice, best first; never one of the excluded. */
export function findCreditor(
  text: DocumentText,
  codes: Codes,
  parties: KnownParties,
  receivers: ReadonlySet<string> = new Set(),
): CreditorCandidate[] {
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
  const windows = addresseesOf(whole, text);
  const addressed = new Set(
    whole
      .filter((name) => isAddressee(name, boxOf(name.line, name.start, name.end), text.lines))
      .map(({ name }) => plainName(name)),
  );
  const largest = Math.max(
    0,
    ...whole.map(({ line, start, end }) => (line.page === 1 ? heightOf(boxOf(line, start, end)) : 0)),
  );
  const letter: Letter = {
    text,
    domains,
    own: { codes: new Set([...own, ...receivers]), names: excluded },
    windows,
    addressed,
    largest,
  };
  const guesses = whole.map((name) => inFull(guess(name, letter), name, whole, domains, text.lines));
  const halves = withoutHalves(guesses).map(doubtedHalf);
  const spelled = text.lines.some(isScanned) ? halves.map((one) => spelledAs(one, domains)) : halves;
  const best = new Map<string, CreditorCandidate>();
  const ordered = [...known, ...spelled].toSorted((a, b) => b.confidence - a.confidence);
  // Of two names that look alike an addressee, with no other, the first is the sender.
  const least = (ordered[0]?.confidence ?? 0) > 0.15 ? 0.15 : 0;
  for (const candidate of ordered) {
    const key = plainName(candidate.value);
    if (candidate.confidence > least && !best.has(key)) best.set(key, candidate);
  }
  return [...best.values()].slice(0, 5);
}

/** `Antiek &`, `Opleidings-`: a name does not end so. */
function doubtedHalf(candidate: CreditorCandidate): CreditorCandidate {
  if (!/(?:&|-|\s(?:en|van|de|der|und|and|et))$/u.test(candidate.value)) return candidate;
  return { ...candidate, confidence: round(Math.max(0.01, candidate.confidence - 0.4)) };
}

function heightOf(box: readonly number[]): number {
  return (box[3] ?? 0) - (box[1] ?? 0);
}

function codesOf({ kvk, vatId, iban }: Identity): string[] {
  return [kvk, vatId, iban].flatMap((code) => (code ? [bareCode(code)] : []));
}

/** The codes of the own company: what stands beside them is not the supplier, whatever it is called there. */
export function ownCodes({ excluded }: KnownParties): ReadonlySet<string> {
  return new Set(excluded.flatMap(codesOf));
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

/** What a name is weighed against. */
interface Letter {
  readonly text: DocumentText;
  readonly domains: readonly string[];
  readonly own: Own;
  readonly windows: readonly Name[];
  /** Plain names that stand where the addressee does. */
  readonly addressed: ReadonlySet<string>;
  /** Of the letters of the names on the first page. */
  readonly largest: number;
}

function guess(name: Name, { text, domains, own, windows, addressed, largest }: Letter): CreditorCandidate {
  const { line } = name;
  const box = boxOf(line, name.start, name.end);
  const reasons: string[] = [];
  let score = 0.08;
  const add = (points: number, reason: string): void => {
    score += points;
    if (points > 0 && !reasons.includes(reason)) reasons.push(reason);
  };
  if (hasLegalForm(name.name)) add(0.25, 'legal-form');
  const size = (box[3] - box[1]) / Math.max(medianHeight(text.lines, line.page), 0.001);
  // The height of scanned words says whether they have tails; and what is large further down is a heading.
  const isLarge = line.page === 1 && box[1] < 0.3 && size > (isScanned(line) ? 1.4 : 1.25);
  if (isLarge) add(Math.min(0.3, 0.12 + (size - 1.25) * 0.2), 'large-letters');
  if (isLarge && box[1] < 0.15 && heightOf(box) >= largest * 0.97) add(0.1, 'large-letters');
  if (line.page === 1 && line.index === 0) add(0.18, 'first-line');
  else if (line.page === 1 && box[1] < 0.14) add(0.08, 'near-the-top');
  const isLogo = !isLarge && isInLogo(name, text.lines);
  if (isLogo) add(0.2, 'repeated:2');
  const isWindow = !isLogo && windows.includes(name);
  if (isUnderSeller(name, box, text.lines)) add(0.3, 'label:van');
  const isByContact = !isWindow && isNearContact(name, box, text);
  if (isByContact) add(0.18, 'near-contact');
  if (domains.some((domain) => sharesName(domain, name.name))) add(0.3, 'domain');
  const cellStart = line.text.slice(0, name.start).split('\t').at(-1) ?? '';
  const holder = holderLabel.exec(cellStart)?.[1];
  if (holder !== undefined) add(0.3, `label:${holder}`);
  else if (isBehindIban(name, text)) add(0.3, 'label:IBAN');
  else if (sellerLabel.test(cellStart)) add(0.25, `label:${cellStart.trim()}`);
  if (isBank.test(name.name)) add(-0.25, '');
  if (isForOthers(name.name)) add(-0.3, '');
  const copies = text.lower.split(name.name.toLowerCase()).length - 1;
  if (copies > 1) add(0.08 * Math.min(2, copies - 1), `repeated:${copies}`);
  if (addressed.has(plainName(name.name))) add(-0.35, '');
  // A column beside the table may hold the whole of who sends it.
  const isColumn = isByContact && hasLegalForm(name.name);
  if (!isLarge && !isColumn && box[1] > 0.12 && isInTable(name, text)) add(-0.3, '');
  // `Kratten blijven eigendom van J.K. Foodservice B.V.` speaks of a firm, and does not introduce it.
  if (holder === undefined && isSpokenOf(name)) add(-0.15, '');
  if (isWindow) add(isRightOfAnother(name, windows) ? -0.1 : -0.45, '');
  if (!isLarge && isBesideValue(name)) add(-0.25, '');
  const signature = signedBelow(name, text.lines);
  // Below the greeting stands the firm, or the first name of who wrote the letter.
  if (signature !== null) add(/\s/.test(name.name) ? 0.25 : -0.3, `label:${signature}`);
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

const isBank =
  /(?<!\p{L})(?:\p{L}*bank|abn amro|ing|sparkasse|volksbank|crédit agricole|bnp paribas)(?!\p{L})/iu;

const holderLabel =
  /(ten name van|t\.?n\.?v\.?|op naam van|in the name of|in favou?r of|zugunsten(?: von)?|au nom de)\s+(?:(?:de|het|the)\s)?$/iu;

function medianHeight(lines: readonly Line[], page: number): number {
  const heights = lines
    .filter((line) => line.page === page)
    .flatMap((line) => line.cells.map(({ box }) => box[3] - box[1]))
    .toSorted((a, b) => a - b);
  return heights[Math.floor(heights.length / 2)] ?? 0.01;
}

const sellerAbove =
  /^(?:\p{L}+ ?\/ ?)?(?:from|onze gegevens|uw leverancier|sprzedawca|ten name van|t\.?n\.?v\.?|begunstigde|naam begunstigde|account name|beneficiary|van|seller|supplier|sold by|vendu par|verk[äa]ufer|lieferant|leverancier|verkoper|afzender|rechnungssteller|[ée]metteur|vendeur|auteur|opdrachtnemer|dienstverlener)(?: \([^)]*\))?\W*$/iu;

function isUnderSeller({ line }: Name, box: readonly number[], lines: readonly Line[]): boolean {
  const above = lines.find(({ page, index }) => page === line.page && index === line.index - 1);
  return (
    above?.cells.some(
      ({ text, box: other }) => sellerAbove.test(text) && Math.abs(other[0] - (box[0] ?? 0)) < 0.012,
    ) ?? false
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

/** Of two addresses side by side under no letterhead, the left one stands behind the window of the envelope. */
function isRightOfAnother({ line, start }: Name, windows: readonly Name[]): boolean {
  return windows.some((other) => other.line === line && other.start < start);
}

function isBehindIban({ line, start }: Name, { ibans }: DocumentText): boolean {
  return ibans.some(
    (spot) =>
      spot.line === line && spot.end <= start && /^[ ,|·•–-]{0,4}$/u.test(line.text.slice(spot.end, start)),
  );
}

/** `✳ Lumineux` in large letters at the top is the beginning of `Lumineux Lighting Europe BV`. */
function isInLogo({ name, line }: Name, lines: readonly Line[]): boolean {
  const usual = medianHeight(lines, 1);
  const plain = plainName(name);
  return lines.some(
    ({ page, index, cells }) =>
      page === 1 &&
      index !== line.index &&
      cells.some(({ box, text }) => {
        const logo = plainName(text);
        return box[1] < 0.15 && heightOf(box) > usual * 1.4 && logo.length >= 5 && plain.startsWith(logo);
      }),
  );
}

/** Inside a sentence, with small letters before it. */
function isSpokenOf({ line, start, end }: Name): boolean {
  const cell = line.cells.find((one) => start >= one.start && end <= one.start + one.text.length);
  const before = cell ? line.text.slice(cell.start, start) : '';
  return (cell?.words.length ?? 0) > 9 && /\p{Ll}{2,}(?: \p{Ll}+)* $/u.test(before);
}

/** The greeting that the name stands below. */
function signedBelow({ line }: Name, lines: readonly Line[]): string | null {
  const found = lines.find(
    ({ page, index, text }) =>
      page === line.page && index < line.index && index >= line.index - 3 && greeting.test(text),
  );
  return found ? found.text.replace(/\W+$/, '') : null;
}

const greeting =
  /^(?:met (?:vriendelijke|hartelijke) groet|vriendelijke groet|hoogachtend|groet|(?:kind|best|warm)? ?regards|yours (?:sincerely|faithfully)|sincerely|mit freundlichen gr[üu](?:ß|ss)en|freundliche gr[üu](?:ß|ss)e|cordialement|bien [àa] vous)/iu;

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
