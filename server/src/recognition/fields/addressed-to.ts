import { addresseesOf, isAddressee, place } from './addressees.ts';
import { namesOn } from './names.ts';
import { hasLegalForm, plainName } from './parties.ts';
import type { DocumentText } from '../text/page-text.ts';
import type { Identity } from '../recognised.ts';
import { boxOf, type Line } from '../text/words.ts';

const blockLines = 6;
/** Words that many firms share, such as `bakkerij` and `installatiebedrijf`: they do not tell one from another. */
const commonWord =
  /^(?:stichting|vereniging|holding|beheer|nederland|netherlands|holland|company|handelsonderneming|international|internationaal|services?|maatschap|gemeente|hotel|restaurant|projecten|onderhoud|installatie\p{L}*|\p{L}*(?:erij|dij|bedrijf|bedrijven|werken|winkel|handel|bureau|kantoor|techniek|montage|transport|verhuur|advies|groep|group))$/u;

/**
 * To whom an invoice is addressed, as printed, where that is none of `own`; null where it is, and where the page does not
 * say it beyond doubt.
 */
export function addressedToOther(
  text: DocumentText,
  own: readonly Identity[],
  creditor: string | undefined,
): string | null {
  if (own.length === 0) return null;
  const names = namesOn(text);
  const windows = new Set(addresseesOf(names, text));
  const sender = plainName(creditor ?? '');
  let other: string | null = null;
  for (const one of names) {
    const { name, line, start, end } = one;
    const box = boxOf(line, start, end);
    if (line.page !== 1 || box[1] > 0.5) continue;
    const isLabelled = isAddressee(one, box, text.lines);
    if (!windows.has(one) && !isLabelled) continue;
    const block = blockBelow(line, box, text.lines);
    // An address says that the invoice was sent there; a label alone may be about anything.
    if (!block.some((cell) => place.test(cell)) && !(isLabelled && hasLegalForm(name))) continue;
    if ([name, ...block].some((part) => own.some(({ name: mine }) => isNamedLike(part, mine)))) return null;
    if (plainName(name) !== sender) other ??= name.replace(attention, '');
  }
  return other;
}

const attention = /,?\s*t\.?\s?a\.?\s?v\.?\s.*$/iu;

/** The cells of the address below a name. */
function blockBelow(line: Line, [left = 0]: readonly number[], lines: readonly Line[]): string[] {
  return lines
    .filter(({ page, index }) => page === line.page && index > line.index && index <= line.index + blockLines)
    .flatMap(({ cells }) => cells.filter(({ box }) => Math.abs(box[0] - left) < 0.02))
    .map(({ text }) => text)
    .slice(0, blockLines - 1);
}

/** Whether a text holds a word by which a firm is known, give or take a letter that was misread. */
export function isNamedLike(text: string, name: string): boolean {
  const [whole, sought] = [plainName(text), plainName(name)];
  if (sought.length > 3 && (whole.includes(sought) || sought.includes(whole)) && whole.length > 3)
    return true;
  const words = wordsIn(name).filter((word) => !commonWord.test(word));
  return wordsIn(text).some((word) => words.some((known) => isNearly(word, known)));
}

function wordsIn(text: string): string[] {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word.length > 3);
}

/** The same, or apart by one letter in a word that is long enough for it. */
function isNearly(a: string, b: string): boolean {
  if (a === b) return true;
  if (Math.min(a.length, b.length) < 5 || Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const [restA, restB] = [a.slice(at), b.slice(at)];
  return restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1);
}
