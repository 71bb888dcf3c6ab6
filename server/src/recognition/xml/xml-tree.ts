import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';

/** An element: its own text, and its children by name without their prefix. */
export interface XmlElement {
  readonly text: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** All children of that name, in order. */
  all(name: string): readonly XmlElement[];
  /** The first element at the end of a path such as `Party/PartyName/Name`. */
  at(path: string): XmlElement | undefined;
  /** Trimmed text at a path; null when there is none. */
  value(path: string): string | null;
  /** Every child with its name. */
  children(): readonly NamedElement[];
}

export interface NamedElement {
  readonly name: string;
  readonly root: XmlElement;
}

/** What is wrong with XML that cannot be read. */
export type XmlFailure = 'xml-bomb' | 'damaged';

const maxElements = 300_000;
const maxDepth = 60;
/** Letters of a tag with its attributes and namespaces: more takes a parser minutes. */
const maxTagLength = 50_000;
const textKey = '#text';
const attributePrefix = '@';

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: attributePrefix,
  textNodeName: textKey,
  alwaysCreateTextNode: true,
  removeNSPrefix: true,
  // "007" stays "007", and 1.10 stays as it was written.
  parseTagValue: false,
  parseAttributeValue: false,
  // The five entities of XML and numeric ones only: documents with entities of their own never get here.
  processEntities: {
    enabled: true,
    maxEntityCount: 0,
    maxTotalExpansions: 100_000,
    maxExpandedLength: 2_000_000,
  },
  htmlEntities: false,
  maxNestedTags: maxDepth,
});

/** Reads XML to its root element and that one's name; refuses DTDs, floods of elements and deep nesting. */
export function readXml(bytes: Uint8Array): NamedElement | XmlFailure {
  const text = decode(bytes);
  if (text === null) return 'damaged';
  if (!isSafe(text)) return 'xml-bomb';
  try {
    const parsed: unknown = parser.parse(text, true);
    const [name, value] =
      Object.entries(record.parse(parsed)).find(([key]) => !key.startsWith('?') && key !== textKey) ?? [];
    return name === undefined ? 'damaged' : { name, root: element(value) };
  } catch {
    return 'damaged';
  }
}

const record = z.record(z.string(), z.unknown());

function element(value: unknown): XmlElement {
  const parsed = record.safeParse(value);
  const children = parsed.success ? parsed.data : {};
  const text = (parsed.success ? stringOf(children[textKey]) : stringOf(value)).trim();
  const all = (name: string): readonly XmlElement[] => {
    const found = Object.hasOwn(children, name) ? children[name] : undefined;
    if (found === undefined) return [];
    return Array.isArray(found) ? found.map(element) : [element(found)];
  };
  return {
    text,
    attributes: attributesOf(children),
    ...finders(all),
    children: () =>
      Object.keys(children)
        .filter((name) => !name.startsWith(attributePrefix) && name !== textKey)
        .flatMap((name) => all(name).map((root) => ({ name, root }))),
  };
}

/** The ways to find elements below one, from all of its children of a name. */
export function finders(all: XmlElement['all']): Pick<XmlElement, 'all' | 'at' | 'value'> {
  const at = (path: string): XmlElement | undefined => {
    const [first = '', ...rest] = path.split('/');
    const [child] = all(first);
    return rest.length === 0 ? child : child?.at(rest.join('/'));
  };
  return { all, at, value: (path) => at(path)?.text || null };
}

/** Without the signs that XML forbids and no database takes: `&#0;`, half a letter. */
function stringOf(value: unknown): string {
  // oxlint-disable-next-line no-control-regex
  return typeof value === 'string' ? value.toWellFormed().replaceAll(/[\0-\x08\v\f\x0E-\x1F\x7F]/g, '') : '';
}

function attributesOf(children: Readonly<Record<string, unknown>>): Record<string, string> {
  const own = Object.entries(children).filter(([key]) => key.startsWith(attributePrefix));
  return Object.fromEntries(own.map(([key, value]) => [key.slice(attributePrefix.length), stringOf(value)]));
}

/**
 * Text in the encoding of its mark or first letters, else UTF-8 where it is that, whatever is declared: no other text
 * happens to be UTF-8. Else as declared, else as Western Europe writes.
 */
function decode(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 200)).toString('latin1');
  const wide = wideEncoding(head);
  if (wide) return new TextDecoder(wide).decode(bytes);
  const declared = /encoding\s*=\s*["']([\w-]+)["']/.exec(head)?.[1] ?? 'utf-8';
  const other = /^utf-?(?:8|16)/i.test(declared) ? 'windows-1252' : declared;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeAs(other, bytes);
  }
}

/** UTF-16 by its mark, or by how `<?` or `<I` stands in it. */
function wideEncoding(head: string): string | null {
  if (/^(?:\xff\xfe|<\0[^\0]\0)/.test(head)) return 'utf-16le';
  return /^(?:\xfe\xff|\0<\0[^\0])/.test(head) ? 'utf-16be' : null;
}

function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return null;
  }
}

/** Sections that are skipped: markup in them is text. */
const skipped = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/** Whether a parser may have it: no DTD, no flood of elements, no nesting to recurse into. */
function isSafe(text: string): boolean {
  let depth = 0;
  let elements = 0;
  for (let index = text.indexOf('<'); index !== -1; index = text.indexOf('<', index)) {
    const [mark, close] = skipped.find(([start]) => text.startsWith(start, index)) ?? [];
    if (mark !== undefined) {
      const end = text.indexOf(close ?? '', index + mark.length);
      // Never closed: the parser says so.
      if (end === -1) return true;
      index = end + (close ?? '').length;
      continue;
    }
    // Neither UBL nor CII has a DTD; whoever sends one wants entities expanded.
    if (text[index + 1] === '!') return false;
    if (text[index + 1] === '/') depth -= 1;
    else {
      elements += 1;
      const end = text.indexOf('>', index);
      if (end - index > maxTagLength) return false;
      if (text[end - 1] !== '/') depth += 1;
    }
    if (depth > maxDepth || elements > maxElements) return false;
    index += 1;
  }
  return true;
}
