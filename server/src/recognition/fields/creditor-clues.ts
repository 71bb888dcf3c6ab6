import { isNearContact } from './addressees.ts';
import { type Name, buyerLabel, sellerLabel } from './names.ts';
import { type DocumentText, round } from '../text/page-text.ts';
import { hasLegalForm, isForOthers, plainName } from './parties.ts';
import type { Box, CreditorCandidate } from '../recognised.ts';
import { type Line, beforeInCell, boxOf, cellAt, heightOf, isScanned } from '../text/words.ts';

/** Everything that the scorer compares a candidate name with. */
export interface CreditorContext {
  readonly text: DocumentText;
  readonly domains: readonly string[];
  readonly own: OwnCompany;
  /** Names in the address window of the envelope. */
  readonly windows: readonly Name[];
  /** Plain names that stand where the addressee does. */
  readonly addressed: ReadonlySet<string>;
  /** Height of the largest name on the first page. */
  readonly largest: number;
}

/** Who receives the document. */
export interface OwnCompany {
  readonly codes: ReadonlySet<string>;
  /** Plain names, see `plainName`. */
  readonly names: readonly string[];
}

/** A name, with what several clues need to know of it. */
interface NameCandidate {
  readonly name: Name;
  readonly box: Box;
  /** Height relative to the usual height of the page. */
  readonly size: number;
  readonly isLarge: boolean;
  readonly isLogo: boolean;
  readonly isWindow: boolean;
  readonly isByContact: boolean;
  /** What stands before the name in its cell. */
  readonly before: string;
  /** `ten name van` and the like, before the name. */
  readonly holder: string | undefined;
}

/** One clue for (weight above 0) or against (below 0) a name as the creditor's. */
interface Clue {
  readonly name: string;
  readonly weight: number | ((candidate: NameCandidate) => number);
  /** Whether the clue applies; a text is the reason to show in place of the clue's name. */
  readonly says: (candidate: NameCandidate, context: CreditorContext) => boolean | string;
}

// The order is that of the reasons on the screen. What is for a name is a code that screens have a text for
// (`Candidate.reasons`), what is against it goes to `CreditorCandidate.doubts`.
const clues: readonly Clue[] = [
  { name: 'legal-form', weight: 0.25, says: ({ name }) => hasLegalForm(name.name) },
  {
    name: 'large-letters',
    weight: ({ size }) => Math.min(0.3, 0.12 + (size - 1.25) * 0.2),
    says: ({ isLarge }) => isLarge,
  },
  {
    name: 'largest-letters',
    weight: 0.1,
    says: ({ isLarge, box }, { largest }) =>
      isLarge && box[1] < 0.15 && heightOf(box) >= largest * 0.97 && 'large-letters',
  },
  { name: 'first-line', weight: 0.18, says: ({ name }) => isFirstLine(name.line) },
  {
    name: 'near-the-top',
    weight: 0.08,
    says: ({ name, box }) => name.line.page === 1 && !isFirstLine(name.line) && box[1] < 0.14,
  },
  { name: 'logo', weight: 0.2, says: ({ isLogo }) => isLogo && 'repeated:2' },
  {
    name: 'seller-label-above',
    weight: 0.3,
    says: ({ name, box }, { text }) => isUnderSeller(name, box, text.lines) && 'label:van',
  },
  { name: 'near-contact', weight: 0.18, says: ({ isByContact }) => isByContact },
  {
    name: 'domain',
    weight: 0.3,
    says: ({ name }, { domains }) => domains.some((domain) => sharesName(domain, name.name)),
  },
  {
    name: 'account-holder',
    weight: 0.3,
    says: ({ holder }) => holder !== undefined && `label:${holder}`,
  },
  {
    name: 'behind-iban',
    weight: 0.3,
    says: ({ name, holder }, { text }) => holder === undefined && isBehindIban(name, text) && 'label:IBAN',
  },
  {
    name: 'seller-label',
    weight: 0.25,
    says: ({ name, holder, before }, { text }) =>
      holder === undefined &&
      !isBehindIban(name, text) &&
      sellerLabel.test(before) &&
      `label:${before.trim()}`,
  },
  { name: 'bank', weight: -0.25, says: ({ name }) => isBank.test(name.name) },
  { name: 'account-for-others', weight: -0.3, says: ({ name }) => isForOthers(name.name) },
  {
    name: 'repeated',
    weight: 0.08,
    says: ({ name }, { text }) => copiesOf(name, text) === 2 && 'repeated:2',
  },
  {
    name: 'repeated',
    weight: 0.08 * 2,
    says: ({ name }, { text }) => copiesOf(name, text) > 2 && `repeated:${copiesOf(name, text)}`,
  },
  {
    name: 'addressee',
    weight: -0.35,
    says: ({ name }, { addressed }) => addressed.has(plainName(name.name)),
  },
  {
    // A column beside the table may hold everything about the sender.
    name: 'in-table',
    weight: -0.3,
    says: ({ name, box, isLarge, isByContact }, { text }) =>
      !isLarge && !(isByContact && hasLegalForm(name.name)) && box[1] > 0.12 && isInTable(name, text),
  },
  {
    // `Kratten blijven eigendom van J.K. Foodservice B.V.` mentions a firm, and does not introduce it.
    name: 'in-sentence',
    weight: -0.15,
    says: ({ name, holder }) => holder === undefined && isInSentence(name),
  },
  {
    name: 'address-window',
    weight: -0.45,
    says: ({ name, isWindow }, { windows }) => isWindow && !isRightOfAnother(name, windows),
  },
  {
    name: 'beside-address-window',
    weight: -0.1,
    says: ({ name, isWindow }, { windows }) => isWindow && isRightOfAnother(name, windows),
  },
  {
    name: 'label-of-value',
    weight: -0.25,
    says: ({ name, isLarge }) => !isLarge && isBesideValue(name),
  },
  {
    name: 'signature',
    weight: 0.25,
    says: ({ name }, { text }) => {
      const greeting = /\s/.test(name.name) ? greetingAbove(name, text.lines) : null;
      return greeting !== null && `label:${greeting}`;
    },
  },
  {
    // Below the greeting stands the firm, or the first name of who wrote the letter.
    name: 'first-name-of-writer',
    weight: -0.3,
    says: ({ name }, { text }) => !/\s/.test(name.name) && greetingAbove(name, text.lines) !== null,
  },
  {
    name: 'own-codes-below',
    weight: -0.6,
    says: ({ name, box }, { text, own }) => own.codes.size > 0 && isNearOwn(box, name.line, text, own),
  },
];

/** How likely a name is the creditor's, with the clues for (`reasons`) and against it (`doubts`). */
export function scoreName(name: Name, context: CreditorContext): CreditorCandidate {
  const candidate = candidateOf(name, context);
  const reasons = new Set<string>();
  const doubts = new Set<string>();
  let score = 0.08;
  for (const clue of clues) {
    const said = clue.says(candidate, context);
    if (said === false) continue;
    const points = typeof clue.weight === 'number' ? clue.weight : clue.weight(candidate);
    score += points;
    (points > 0 ? reasons : doubts).add(said === true ? clue.name : said);
  }
  return {
    value: name.name,
    raw: name.name,
    page: name.line.page,
    box: candidate.box,
    confidence: round(Math.max(0.01, Math.min(0.93, score))),
    method: 'heuristic',
    reasons: [...reasons],
    doubts: [...doubts],
    knownId: null,
  };
}

function candidateOf(name: Name, { text, windows }: CreditorContext): NameCandidate {
  const { line } = name;
  const box = boxOf(line, name.start, name.end);
  const size = (box[3] - box[1]) / Math.max(medianHeight(text.lines, line.page), 0.001);
  // The height of scanned words depends on their tails; and what is large further down is a heading.
  const isLarge = line.page === 1 && box[1] < 0.3 && size > (isScanned(line) ? 1.4 : 1.25);
  const isLogo = !isLarge && isInLogo(name, text.lines);
  const isWindow = !isLogo && windows.includes(name);
  const before = beforeInCell(line, name.start);
  return {
    name,
    box,
    size,
    isLarge,
    isLogo,
    isWindow,
    isByContact: !isWindow && isNearContact(name, box, text),
    before,
    holder: holderLabel.exec(before)?.[1],
  };
}

function isFirstLine({ page, index }: Line): boolean {
  return page === 1 && index === 0;
}

function copiesOf({ name }: Name, { lower }: DocumentText): number {
  return lower.split(name.toLowerCase()).length - 1;
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

/** Inside a sentence, after a word in lower case. */
function isInSentence({ line, start, end }: Name): boolean {
  const cell = cellAt(line, start, end);
  const before = cell ? line.text.slice(cell.start, start) : '';
  return (cell?.words.length ?? 0) > 9 && /\p{Ll}{2,}(?: \p{Ll}+)* $/u.test(before);
}

/** The greeting that the name stands below. */
function greetingAbove({ line }: Name, lines: readonly Line[]): string | null {
  const found = lines.find(
    ({ page, index, text }) =>
      page === line.page && index < line.index && index >= line.index - 3 && greeting.test(text),
  );
  return found ? found.text.replace(/\W+$/, '') : null;
}

const greeting =
  /^(?:met (?:vriendelijke|hartelijke) groet|vriendelijke groet|hoogachtend|groet|(?:kind|best|warm)? ?regards|yours (?:sincerely|faithfully)|sincerely|mit freundlichen gr[üu](?:ß|ss)en|freundliche gr[üu](?:ß|ss)e|cordialement|bien [àa] vous)/iu;

/** The next registration below the name, in its column, is the own company's, and nobody else is named in between. */
function isNearOwn(box: readonly number[], line: Line, text: DocumentText, own: OwnCompany): boolean {
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
