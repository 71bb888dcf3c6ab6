/** A cell of a CSV whose reader goes line by line: no line ends inside, quotes where a sign asks for them. */
export function flatCell(text: string): string {
  const flat = text.replace(/\s+/gu, ' ').trim();
  return /[;"]/u.test(flat) ? `"${flat.replaceAll('"', '""')}"` : flat;
}
