/** A filter of RFC 7644, 3.4.2.2: what directories send, not more. */
export type ScimFilter =
  | { readonly kind: 'compare'; readonly path: string; readonly op: ScimOp; readonly value: string | boolean }
  | { readonly kind: 'present'; readonly path: string }
  | { readonly kind: 'and' | 'or'; readonly of: readonly ScimFilter[] }
  | { readonly kind: 'not'; readonly of: ScimFilter };

const ops = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
/** How a value is compared. */
export type ScimOp = (typeof ops)[number];

/** A filter or a path that cannot be read; answered as `invalidFilter` or `invalidPath`. */
export class UnreadableScim extends Error {}

const maxLength = 2000;
const maxTerms = 50;
// A word, a text in quotes as JSON has it, or a bracket. Paths have colons, dots, `$` and slashes in them.
const token = /\s*(?:("(?:[^"\\]|\\.)*")|([()[\]])|([^\s()[\]"]+))/y;

function tokensOf(text: string): string[] {
  if (text.length > maxLength) throw new UnreadableScim();
  const tokens: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.trimEnd().length) {
    const found = token.exec(text);
    if (!found) throw new UnreadableScim();
    tokens.push(found[1] ?? found[2] ?? found[3] ?? '');
  }
  return tokens;
}

/**
 * Reads a filter. Paths come out in lower case, without their schema: `emails[type eq "work"].value eq "…"` and
 * `urn:…:User:userName eq "…"` are `emails.value` and `username`.
 *
 * @throws UnreadableScim
 */
export function readScimFilter(text: string): ScimFilter {
  const tokens = tokensOf(text);
  let at = 0;
  let terms = 0;
  const peek = () => tokens[at]?.toLowerCase();
  const take = (): string => {
    const next = tokens[at];
    if (next === undefined) throw new UnreadableScim();
    at += 1;
    return next;
  };
  const expect = (wanted: string) => {
    if (take().toLowerCase() !== wanted) throw new UnreadableScim();
  };

  function joined(kind: 'and' | 'or', inner: () => ScimFilter): ScimFilter {
    const of = [inner()];
    while (peek() === kind) {
      at += 1;
      of.push(inner());
    }
    const [only] = of;
    return of.length === 1 && only ? only : { kind, of };
  }
  const any = (): ScimFilter => joined('or', () => joined('and', one));

  function one(): ScimFilter {
    terms += 1;
    if (terms > maxTerms) throw new UnreadableScim();
    if (peek() === 'not') {
      at += 1;
      expect('(');
      const of = any();
      expect(')');
      return { kind: 'not', of };
    }
    if (peek() === '(') {
      at += 1;
      const inner = any();
      expect(')');
      return inner;
    }
    let path = plainPath(take());
    if (peek() === '[') {
      at += 1;
      // Every address of a person is their work address, so which one is meant changes nothing.
      const inner = any();
      expect(']');
      const rest = tokens[at]?.startsWith('.') === true ? plainPath(take().slice(1)) : '';
      if (rest === '') return within(path, inner);
      path = `${path}.${rest}`;
    }
    const op = take().toLowerCase();
    if (op === 'pr') return { kind: 'present', path };
    const known = ops.find((name) => name === op);
    if (!known) throw new UnreadableScim();
    return { kind: 'compare', path, op: known, value: valueOf(take()) };
  }

  const filter = any();
  if (at < tokens.length) throw new UnreadableScim();
  return filter;
}

// `emails[value eq "x"]` is `emails.value eq "x"`.
function within(path: string, filter: ScimFilter): ScimFilter {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { kind: filter.kind, of: filter.of.map((part) => within(path, part)) };
    case 'not':
      return { kind: 'not', of: within(path, filter.of) };
    case 'compare':
    case 'present':
      return { ...filter, path: `${path}.${filter.path}` };
  }
}

/** A path in lower case, without the schema before it. */
export function plainPath(path: string): string {
  const plain = path.replace(/^urn:ietf:params:scim:schemas:[\w:.]*:(?=[^:]+$)/i, '').toLowerCase();
  if (!/^[a-z$][\w$.-]*$/.test(plain)) throw new UnreadableScim();
  return plain;
}

function valueOf(text: string): string | boolean {
  if (text.startsWith('"')) {
    try {
      return String(JSON.parse(text));
    } catch {
      throw new UnreadableScim();
    }
  }
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  if (/^[()[\]]$/.test(text)) throw new UnreadableScim();
  return text;
}
