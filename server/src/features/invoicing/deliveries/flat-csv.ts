/** A CSV in UTF-8 whose reader goes line by line: `;` between, no line ends in a cell, quotes where a sign asks for them. */
export function flatCsv(columns: readonly string[], rows: readonly (readonly string[])[]): Buffer {
  const lines = [columns, ...rows].map((cells) => `${cells.map(flatCell).join(';')}\r\n`);
  return Buffer.from(lines.join(''), 'utf8');
}

function flatCell(text: string): string {
  const flat = text.replace(/\s+/gu, ' ').trim();
  return /[;"]/u.test(flat) ? `"${flat.replaceAll('"', '""')}"` : flat;
}
