// A label of an invoice number with a value that has a digit, as printed at the head of an invoice or credit note.
const numberAfterLabel =
  /(?:factuur|invoice|credit ?note|nota|credit(?:nota|factuur))[ .-]*(?:nummer|nr|no|number|num)?\.?\s*[:#]?\s*((?=[\w./-]*\d)[A-Z0-9][\w./-]{2,24})/gi;
const firstOfSeveral = /(?:pagina|page|blad|pag\.?)\s*:?\s*1\s*(?:van|of|\/)\s*\d+/i;

/**
 * Pages on which another invoice seems to start: the number behind a label is another one than on the pages before, or
 * the page says that it is the first. Only ever a proposal: nothing is split by itself.
 */
export function splitBefore(pages: readonly { readonly number: number; readonly text: string }[]): number[] {
  const starts: number[] = [];
  let current: ReadonlySet<string> = new Set();
  for (const { number, text } of pages) {
    const found = numbersOn(text);
    const isOther = current.size > 0 && found.size > 0 && ![...found].some((value) => current.has(value));
    if (number > 1 && (isOther || firstOfSeveral.test(text))) {
      starts.push(number);
      current = found;
    } else if (current.size === 0) current = found;
  }
  return starts;
}

function numbersOn(text: string): Set<string> {
  const found = [...text.matchAll(numberAfterLabel)].map((match) => (match[1] ?? '').toUpperCase());
  // A date or an amount behind `Factuur` is no number.
  return new Set(found.filter((value) => !/^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}$/.test(value) && !/^\d+[.,]\d{2}$/.test(value)));
}
