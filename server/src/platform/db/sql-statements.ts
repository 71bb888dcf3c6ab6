// What a semicolon does not end: a comment, a text, a quoted name, a body between dollar signs.
const opaque = /--[^\n]*|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1/g;

/** The statements of a text of SQL, in order, without the semicolons behind them. */
export function statementsOf(text: string): string[] {
  const found: string[] = [];
  let from = 0;
  const ends = text.replaceAll(opaque, (part) => ' '.repeat(part.length));
  for (let end = ends.indexOf(';'); end >= 0; end = ends.indexOf(';', end + 1)) {
    found.push(text.slice(from, end));
    from = end + 1;
  }
  found.push(text.slice(from));
  return found.filter((part) => part.replaceAll(/--[^\n]*/g, '').trim() !== '');
}
