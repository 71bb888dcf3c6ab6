/** An invoice that waits for the package to say that it booked it. */
export interface Awaited {
  readonly id: string;
  readonly documentNumber: string;
  readonly invoiceNumber: string;
}

/** The cells of each line of a list of booked numbers, as packages write them: `;`, `,` or tabs between, maybe quoted. */
export function cellsOf(text: string): string[][] {
  return text
    .split(/\r?\n/)
    .map((line) => line.split(/[;,\t]/).map((cell) => cell.trim().replaceAll(/^"|"$/g, '').trim()))
    .filter((cells) => cells.some((cell) => cell !== ''));
}

/**
 * Which invoices the lines name: by our document number, or by a supplier's number that only one of them has. What
 * names none is given back, but for a first line that is a head.
 */
export function bookedIn(
  lines: readonly (readonly string[])[],
  awaited: readonly Awaited[],
): { readonly ids: readonly string[]; readonly unknown: readonly string[] } {
  const byDocument = new Map(awaited.map(({ id, documentNumber }) => [documentNumber, id]));
  const byInvoice = Map.groupBy(awaited, ({ invoiceNumber }) => invoiceNumber);
  const ids = new Set<string>();
  const unknown: string[] = [];
  for (const [index, cells] of lines.entries()) {
    const document = cells.map((cell) => byDocument.get(cell)).find((id) => id !== undefined);
    const [sameNumber] = cells.map((cell) => byInvoice.get(cell)).filter((found) => found?.length === 1);
    const id = document ?? sameNumber?.[0]?.id;
    if (id !== undefined) ids.add(id);
    else if (index > 0 || cells.some((cell) => /\d/.test(cell))) unknown.push(cells.join(';'));
  }
  return { ids: [...ids], unknown };
}
