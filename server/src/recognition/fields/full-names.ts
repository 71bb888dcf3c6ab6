import { isBesideContact } from './addressees.ts';
import { type Name, isName, isOnlyForm } from './names.ts';
import { round } from '../text/page-text.ts';
import { endsWithForm, hasLegalForm, isForOthers, plainName } from './parties.ts';
import type { CreditorCandidate } from '../recognised.ts';
import { type Line, boxOf, isScanned } from '../text/words.ts';

/** `Tuinstra & Zn.` under `Schildersbedrijf` is the end of a name: the full name replaces both. */
export function withoutHalves(guesses: readonly CreditorCandidate[]): CreditorCandidate[] {
  const joined = guesses.filter(({ value, raw }) => value !== raw && value.startsWith(`${raw} `));
  return guesses.flatMap((guess) => {
    if (joined.some(({ value, raw }) => value === `${raw} ${guess.value}`)) return [];
    const end = guesses.find(({ value }) => value !== guess.value && guess.value === `${guess.raw} ${value}`);
    return [
      end && end.confidence > guess.confidence
        ? { ...guess, confidence: end.confidence, reasons: end.reasons, doubts: end.doubts ?? [] }
        : guess,
    ];
  });
}

/** `N.V. Watertink Zuid` in a scan, where `waterlinkzuid.nl` is printed too: the address has no letter to spare. */
export function spelledAs(candidate: CreditorCandidate, domains: readonly string[]): CreditorCandidate {
  const letters = [...candidate.value.matchAll(/\p{L}/gu)];
  for (const domain of domains.filter((one) => one.length >= 7 && /^[a-z]+$/.test(one))) {
    for (let from = 0; from + domain.length <= letters.length; from += 1) {
      const off = letters
        .slice(from, from + domain.length)
        .flatMap((match, at) =>
          match[0].toLowerCase() === domain[at] || !/[a-z]/i.test(match[0]) ? [] : [{ match, at }],
        );
      if (off.length === 0 || off.length > Math.floor(domain.length / 6)) continue;
      const value = [...candidate.value];
      for (const { match, at } of off) {
        const letter = domain[at] ?? '';
        value[match.index] = /\p{Lu}/u.test(match[0]) ? letter.toUpperCase() : letter;
      }
      return { ...candidate, value: value.join('') };
    }
  }
  return candidate;
}

/** Where a name stands, and what may complete it. */
export interface NameContext {
  readonly start: Name;
  readonly names: readonly Name[];
  /** What speaks for and against each of the names, as it stands. */
  readonly scored: ReadonlyMap<Name, CreditorCandidate>;
  readonly domains: readonly string[];
  readonly lines: readonly Line[];
}

/** A logo often says `Northwind Hosting` where the small print has `Northwind Hosting Ltd`: the full name is meant. */
export function inFull(candidate: CreditorCandidate, context: NameContext): CreditorCandidate {
  const full = completed(candidate, context);
  const form = hasLegalForm(full.value) ? null : formBelow(full.value, context.lines);
  return form === null ? full : { ...full, value: `${full.value} ${form}` };
}

/** `B.V.` under `Getal9 Accountants & Adviseurs`, where a narrow column breaks the name. */
function formBelow(name: string, lines: readonly Line[]): string | null {
  for (const { page, index, cells } of lines) {
    const cell = cells.find(({ text }) => text.toLowerCase() === name.toLowerCase());
    if (!cell) continue;
    const below = lines
      .filter((line) => line.page === page && line.index > index && line.index <= index + 2)
      .flatMap((line) => line.cells)
      .find(({ box }) => Math.abs(box[0] - cell.box[0]) < 0.012);
    if (below && isOnlyForm.test(below.text)) return below.text;
  }
  return null;
}

function completed(candidate: CreditorCandidate, context: NameContext): CreditorCandidate {
  if (candidate.value.length < 5) return candidate;
  const value =
    withoutTitle(candidate.value, context) ??
    withoutMark(candidate.value, context) ??
    longerName(candidate, context) ??
    repeatedInPrint(context) ??
    nameWithEnd(candidate.value, context) ??
    registeredName(candidate, context);
  return value === null
    ? withLinesBelow({ ...candidate, value: misreadWithForm(candidate.value, context) }, context)
    : { ...candidate, value };
}

/** `Fiona MacAllister MITI`: a title behind a name is no part of it. */
function withoutTitle(value: string, { names }: NameContext): string | null {
  const [, bare] = /^(.{8,}) (?:[A-Z]{3,6}|[MB]Sc|RA|AA|RB)$/u.exec(value) ?? [];
  return bare !== undefined && !hasLegalForm(value) && names.some(({ name }) => name === bare) ? bare : null;
}

/** `R Gereedschapshuis.nl`: a mark before the name that a scan takes for a letter. */
function withoutMark(value: string, { start, names }: NameContext): string | null {
  const unmarked = value.replace(/^\S{1,2} /u, '');
  return isScanned(start.line) && unmarked !== value && names.some(({ name }) => name === unmarked)
    ? unmarked
    : null;
}

function longerName(candidate: CreditorCandidate, { names }: NameContext): string | null {
  const longer = names.find((other) => isFuller(other.name, candidate.value) || isHeadOf(other, candidate));
  return longer?.name ?? null;
}

function repeatedInPrint({ start, names, lines }: NameContext): string | null {
  const printed = printedWhole(start, lines);
  return printed === null ? null : fullest(printed, names);
}

const maxRest = 30;

/** The logo `VAN DAM`, where the small print has `Van Dam Kantoorvakhandel – KvK 12345678`: whoever is registered is meant. */
function registeredName(
  { value, reasons }: CreditorCandidate,
  { names, scored }: NameContext,
): string | null {
  if (!reasons.includes('large-letters') || value.length < minLogo) return null;
  // In a logo without capitals the name is drawn, and not spelled.
  const isSmall = value === value.toLowerCase();
  const full = names.find((other) => {
    const at = ` ${other.name.toLowerCase()} `.indexOf(` ${value.toLowerCase()} `);
    const rest = other.name.length - value.length;
    return (
      at >= 0 &&
      rest > 1 &&
      rest <= maxRest &&
      !isForOthers(other.name) &&
      (isSmall || isBesideContact(other) || isSenders(scored.get(other)))
    );
  });
  return full?.name ?? null;
}

const minLogo = 5;

/** Over an address with a registration or telephone, or behind `Van`, and not where the addressee stands. */
function isSenders(one: CreditorCandidate | undefined): boolean {
  const { reasons = [], doubts = [] } = one ?? {};
  const isNamed = reasons.some((reason) =>
    /^(?:near-contact|label:(?:van|t\.?n\.?v|ten name)\P{L}*)/iu.test(reason),
  );
  return isNamed && doubts.length === 0;
}

/** How long the part is in which two names differ: `tischierei` and `tischlerei` in two letters at most. */
function lettersOff(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return Math.max(one.length, other.length) - start - end;
}

/** `Tischierei Brandt GmbH` in the small print of a scan whose logo says `Tischlerei Brandt`: the form is that one's. */
function misreadWithForm(value: string, { start, names }: NameContext): string {
  if (!isScanned(start.line) || hasLegalForm(value)) return value;
  const short = plainName(value);
  const allowed = Math.floor(short.length / 7);
  const full = names.find(({ name }) => {
    const bare = plainName(name);
    return bare !== short && endsWithForm(name) && lettersOff(bare, short) <= allowed;
  });
  const form =
    full === undefined
      ? undefined
      : /\s((?:[BNVbnv]\.? ?[VvOo]\.? ?(?:[Ff]\.?)?|\S+))$/u.exec(full.name)?.[1];
  return form === undefined ? value : `${value} ${form}`;
}

/** The name with its legal form or the words of the line below, as it stands elsewhere. */
function nameWithEnd(value: string, { start, names, domains, lines }: NameContext): string | null {
  const short = value.toLowerCase();
  const under = secondLine(start, lines);
  const full = names.find(({ name }) => {
    const rest = name.slice(short.length);
    return (
      name.toLowerCase().startsWith(short) &&
      /^[\s,]/.test(rest) &&
      rest.length <= 30 &&
      (hasLegalForm(rest) ||
        isOfDomain(name, domains) ||
        under.startsWith(rest.trim()) ||
        // `RIJNZICHT` in one line of the logo and `ASSURANTIËN` in another.
        names.some((other) => other.line.index <= 3 && plainName(other.name) === plainName(rest)))
    );
  });
  return full?.name ?? null;
}

/** A name over two or three lines. */
function withLinesBelow(
  candidate: CreditorCandidate,
  { start, names, lines }: NameContext,
): CreditorCandidate {
  const { value, confidence, reasons } = candidate;
  const second = secondLine(start, lines);
  if (!isName(second)) return candidate;
  const third = hasLegalForm(second) || hasLegalForm(value) ? '' : thirdLine(start, second, lines);
  const surer = round(Math.min(0.93, confidence + 0.25));
  if (third !== '') return { ...candidate, value: `${value} ${second} ${third}`, confidence: surer };
  const joined = fullest(`${value} ${second}`, names);
  // `Parkeergarage Centrum` over `Exploitatie B.V.`
  if (hasLegalForm(second) && !hasLegalForm(value) && start.line.index < 3)
    return { ...candidate, value: joined, confidence: surer };
  return reasons.includes('large-letters') ? { ...candidate, value: joined } : candidate;
}

/** `Bouwbedrijf Gebr. Kuipers B.V.` for the logo `GEBR. KUIPERS`; `Marleen Oosterbaan` for the account of `M. Oosterbaan`. */
function isFuller(name: string, short: string): boolean {
  if (isForOthers(name)) return false;
  // `Van der Aa Papiergroothandel B.V.` for the logo `VAN DER AA PAPIER`.
  const [plain, start] = [plainName(name), plainName(short)];
  if (start.length >= 8 && plain.length > start.length && plain.startsWith(start) && hasLegalForm(name))
    return true;
  const at = name.toLowerCase().indexOf(short.toLowerCase());
  const isWithin = at > 0 && /[\s.]/.test(name[at - 1] ?? '') && name.length - short.length <= 30;
  if (isWithin) return hasLegalForm(name) && !/\p{L}/u.test(name[at + short.length] ?? '');
  const isSame = wordsOf(name) === wordsOf(short) || plainName(name) === plainName(short);
  if (hasLegalForm(name) && !hasLegalForm(short) && isSame) return true;
  if (isSpelledOut(name, short)) return true;
  const [, initial = '', surname] = /^(\p{Lu})\.\s?(?:\p{Lu}\.\s?)*(\p{L}[\p{L}' -]{3,})$/u.exec(short) ?? [];
  return (
    surname !== undefined &&
    name.toLowerCase().startsWith(initial.toLowerCase()) &&
    new RegExp(`^\\p{L}\\p{Ll}+ (?:\\p{L}+ )?${surname}(?: \\p{L}{6,}){0,2}$`, 'iu').test(name)
  );
}

const between = String.raw`(?:(?:en|en de|&|van|van de|de|het|voor|und|der|für|and|of|the|et|de la|pour) )?`;

/** `Stichting Regionaal Diagnostisch Laboratorium Oost` for the logo `RDL Oost`: its capitals begin the words. */
function isSpelledOut(name: string, short: string): boolean {
  const capitals = short.split(/\s+/).find((word) => /^\p{Lu}{2,5}$/u.test(word));
  if (capitals === undefined) return false;
  const words = short
    .split(/\s+/)
    .map((word) =>
      word === capitals
        ? [...word].map((letter) => `${letter}\\p{L}+`).join(` ${between}`)
        : word.replaceAll(/[^\p{L}\d ]/gu, '.'),
    );
  return new RegExp(`^(?:\\p{Lu}\\p{L}+ )?${words.join(' ')}(?: \\p{L}[\\p{L}.]*)?$`, 'u').test(name);
}

/** `BAKKER installatietechniek` and `Installatietechniek Bakker B.V.` are the same words. */
function wordsOf(name: string): string {
  const bare = name.replace(
    /\s(?:[BN]\.?V\.?|GmbH|AG|Ltd\.?|Limited|LLC|Inc\.?|SRL|SARL|SAS|VOF|PLC)$/iu,
    '',
  );
  return plainName(bare) === plainName(name) && /\s/.test(bare)
    ? bare.toLowerCase().split(/\s+/).toSorted().join('')
    : plainName(bare);
}

/** `REINDERS` over `recycling & containers`, in letters of any size, where both are printed as one name elsewhere. */
function printedWhole({ name, line, start, end }: Name, lines: readonly Line[]): string | null {
  const [left, , right] = boxOf(line, start, end);
  const under = lines
    .filter(({ page, index }) => page === line.page && index > line.index && index <= line.index + 2)
    .flatMap(({ cells }) => cells.filter(({ box }) => box[0] < right && box[2] > left));
  for (const { text } of under) {
    if (text.length < 4 || text.length > 40 || /\d/.test(text)) continue;
    // `TER HORST` over `TANDTECHNISCH LABORATORIUM` is said the other way round.
    for (const full of [`${name} ${text}`, `${text} ${name}`]) {
      for (const { text: printed } of lines) {
        const at = printed.toLowerCase().indexOf(full.toLowerCase());
        const found = printed.slice(at, at + full.length);
        if (at >= 0 && isName(found)) return found;
      }
    }
  }
  return null;
}

/** The second line of a name in letters of one size: `Hollandsche Onderlinge` over `Verzekeringen`. */
function secondLine({ line, start, end }: Name, lines: readonly Line[]): string {
  const [left, top, right, bottom] = boxOf(line, start, end);
  const height = bottom - top;
  const [widest, tolerance] = isScanned(line) ? [1.1, 0.35] : [0.5, 0.12];
  const next = lines
    .filter(({ page, index }) => page === line.page && index > line.index && index <= line.index + 4)
    .flatMap(({ cells }) => cells)
    .find(({ box, text }) => {
      const ratio = (box[3] - box[1]) / height;
      const isNext = box[1] > top && box[1] - bottom < widest * height;
      // The trade above or below the name is often smaller: then its legal form tells that they are one.
      const isTrade =
        ratio > 0.5 && ratio < 2.2 && line.index === 0 && family.test(text) && !hasLegalForm(line.text);
      const isSame = isNext && (Math.abs(ratio - 1) < tolerance || isTrade);
      const isUnder = Math.abs(box[0] - left) < 0.012 || Math.abs(box[0] + box[2] - left - right) < 0.02;
      return isSame && isUnder;
    });
  return next?.text ?? '';
}

/** Lines put together may still be a part: `Publieke Sector` of `Stichting Opleidingshuis Publieke Sector`. */
function fullest(value: string, names: readonly Name[]): string {
  return names.find(({ name }) => isFuller(name, value))?.name ?? value;
}

/** The end of a name in three lines: `Schoonmaakbedrijf` over `Gezusters` over `Haverkate V.O.F.` */
function thirdLine({ line, start, end }: Name, second: string, lines: readonly Line[]): string {
  if (line.index >= 3) return '';
  const [left] = boxOf(line, start, end);
  const under = lines.find(
    ({ page, index, cells }) =>
      page === line.page &&
      index > line.index &&
      cells.some(({ text, box }) => text === second && Math.abs(box[0] - left) < 0.012),
  );
  if (!under) return '';
  const at = under.text.indexOf(second);
  const third = secondLine({ name: second, line: under, start: at, end: at + second.length }, lines);
  return hasLegalForm(third) && isName(third) ? third : '';
}

/** `MR. P.C. VAN LEUSDEN ADVOCATUUR` at the head of the letter that `P.C. van Leusden` signed. */
function isHeadOf({ name, line }: Name, { value, reasons }: CreditorCandidate): boolean {
  const isSigned = reasons.some((reason) =>
    /^label:(?:met|vriend|hoog|groet|kind|best|warm|regards|yours|sincer|mit|freund|cordial|bien)/iu.test(
      reason,
    ),
  );
  const at = name.toLowerCase().indexOf(value.toLowerCase());
  return (
    isSigned &&
    line.page === 1 &&
    line.index === 0 &&
    /\s/.test(value) &&
    at >= 0 &&
    name.length > value.length
  );
}

const family = /& (?:Zn|Zonen|Zoon|Co|Dochters|Söhne|Sons|Fils)(?!\p{L})/u;

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
