import type { TextSource } from '#server/recognition/index.ts';

// A label of an invoice number, as printed at the head of an invoice or credit note.
const label = String.raw`(?:fa[ck]tuur|fact\.?|invoice|credit ?note|nota|credit(?:nota|factuur))[ .-]*(?:nummer|nr|no|number|num|id)?\b\.?`;
const value = String.raw`(?=[\w./-]*\d)[A-Z0-9][\w./-]{2,24}`;
const numberAfterLabel = new RegExp(String.raw`\b${label}\s*[:#]?\s*(${value})`, 'gi');
const labelInHead = new RegExp(
  String.raw`\b(?:fa[ck]tuur|fact\.?|invoice|nota|creditnota)[ .-]*(?:nummer|nr|no|number|id)\b\.?`,
  'i',
);
const firstOfSeveral = /(?:pagina|page|blad|pag\.?)\s*:?\s*1\s*(?:van|of|\/)\s*\d+/i;

/** What tells one sender from another, as it stands on most pages of an invoice. */
const senderMarks = [
  /\bNL\s?(?:\d[ .]?){9}B\d{2}\b/gi,
  /\bK\.?v\.?K\.?[^\d\n]{0,24}(\d{8})\b/gi,
  /\b[A-Z]{2}\d{2} ?[A-Z]{4}(?: ?\d){10}\b/g,
];

/**
 * Pages on which another invoice seems to start: the number behind a label is another one than on the pages before,
 * the sender's registrations are another's, or the page says that it is the first. Only ever a proposal: nothing is
 * split by itself.
 */
export function splitBefore(
  pages: readonly { readonly number: number; readonly text: string; readonly textSource?: TextSource }[],
): number[] {
  // An electronic invoice is one: what follows its drawn pages lies in the same file.
  if (pages[0]?.textSource === 'xml') return [];
  const starts: number[] = [];
  let numbers: ReadonlySet<string> = new Set();
  let senders: readonly ReadonlySet<string>[] = [];
  for (const { number, text } of pages) {
    const [foundNumbers, foundSenders] = [numbersOn(text), sendersOn(text)];
    const isStart =
      isOther(numbers, foundNumbers) || isOtherSender(senders, foundSenders) || firstOfSeveral.test(text);
    if (number > 1 && isStart) starts.push(number);
    if (number === 1 || isStart) {
      [numbers, senders] = [foundNumbers, foundSenders];
    } else {
      // What a first page without them leaves open, the next ones of it tell.
      if (numbers.size === 0) numbers = foundNumbers;
      senders = senders.map((known, at) => (known.size === 0 ? (foundSenders[at] ?? known) : known));
    }
  }
  return starts;
}

function isOther(known: ReadonlySet<string>, found: ReadonlySet<string>): boolean {
  return known.size > 0 && found.size > 0 && ![...known].some((one) => found.has(one));
}

// One registration may be the receiver's, or a second account of the same sender: two kinds of them are not.
function isOtherSender(
  known: readonly ReadonlySet<string>[],
  found: readonly ReadonlySet<string>[],
): boolean {
  return known.filter((one, at) => isOther(one, found[at] ?? new Set())).length > 1;
}

function sendersOn(text: string): readonly ReadonlySet<string>[] {
  return senderMarks.map(
    (mark) =>
      new Set([...text.matchAll(mark)].map((match) => (match[1] ?? match[0]).replaceAll(/[ .]/g, ''))),
  );
}

function numbersOn(text: string): Set<string> {
  const found = [...text.matchAll(numberAfterLabel)].map((match) => match[1] ?? '');
  return new Set([...found, ...numbersUnderHeads(text)].map((one) => one.toUpperCase()).filter(isNumber));
}

// `Factuurnr Datum Klantnr` with the values on the line below: it is found where the words pair up.
function numbersUnderHeads(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.flatMap((line, at) => {
    const head = labelInHead.exec(line);
    if (head === null || /\d/.test(line)) return [];
    const cells = (lines[at + 1] ?? '').trim().split(/\s+/);
    const before = line.slice(0, head.index).trim();
    const place = before === '' ? 0 : before.split(/\s+/).length;
    if (place > 0 && line.trim().split(/\s+/).length !== cells.length) return [];
    const cell = cells[place] ?? '';
    return new RegExp(`^${value}$`, 'i').test(cell) ? [cell] : [];
  });
}

// A date or an amount behind `Factuur` is no number.
function isNumber(found: string): boolean {
  return (
    !/^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}$/.test(found) &&
    !/^\d{4}-\d{2}-\d{2}$/.test(found) &&
    !/^\d+[.,]\d{2}$/.test(found)
  );
}
