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
}

/** What is wrong with XML that cannot be read. */
export type XmlFailure = 'xml-bomb' | 'damaged';

const mostElements = 300_000;
const deepest = 60;
/** Longest text that is of use: invoices carry whole PDFs in base64. */
const textMark = '#text';
const attributeMark = '@';

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: attributeMark,
  textNodeName: textMark,
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
  maxNestedTags: deepest,
});

/** Reads XML to its root element and that one's name; refuses DTDs, floods of elements and deep nesting. */
export function readXml(bytes: Uint8Array): { name: string; root: XmlElement } | XmlFailure {
  const text = decode(bytes);
  if (text === null) return 'damaged';
  // Neither UBL nor CII has a DTD; whoever sends one wants entities expanded.
  if (/<!(?:DOCTYPE|ENTITY|ELEMENT)/i.test(text)) return 'xml-bomb';
  if (countOf(text, '<') > mostElements * 2 || depthOf(text) > deepest) return 'xml-bomb';
  try {
    const parsed: unknown = parser.parse(text, true);
    const [name, value] =
      Object.entries(record.parse(parsed)).find(([key]) => !key.startsWith('?') && key !== textMark) ?? [];
    return name === undefined ? 'damaged' : { name, root: element(value) };
  } catch {
    return 'damaged';
  }
}

const record = z.record(z.string(), z.unknown());

function element(value: unknown): XmlElement {
  const parsed = record.safeParse(value);
  const children = parsed.success ? parsed.data : {};
  const text = (parsed.success ? stringOf(children[textMark]) : stringOf(value)).trim();
  const all = (name: string): readonly XmlElement[] => {
    const found = Object.hasOwn(children, name) ? children[name] : undefined;
    if (found === undefined) return [];
    return Array.isArray(found) ? found.map(element) : [element(found)];
  };
  const at = (path: string): XmlElement | undefined => {
    const [first = '', ...rest] = path.split('/');
    const [child] = all(first);
    return rest.length === 0 ? child : child?.at(rest.join('/'));
  };
  return { text, attributes: attributesOf(children), all, at, value: (path) => at(path)?.text || null };
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function attributesOf(children: Readonly<Record<string, unknown>>): Record<string, string> {
  const own = Object.entries(children).filter(([key]) => key.startsWith(attributeMark));
  return Object.fromEntries(own.map(([key, value]) => [key.slice(attributeMark.length), stringOf(value)]));
}

/** Text in the encoding of its mark or declaration; UTF-8 without one. */
function decode(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 200)).toString('latin1');
  const declared = /encoding\s*=\s*["']([\w-]+)["']/.exec(head)?.[1];
  const mark = head.startsWith('\xff\xfe')
    ? 'utf-16le'
    : head.startsWith('\xfe\xff')
      ? 'utf-16be'
      : undefined;
  try {
    return new TextDecoder(mark ?? (declared && !/utf-?16/i.test(declared) ? declared : 'utf-8')).decode(
      bytes,
    );
  } catch {
    return null;
  }
}

function countOf(text: string, mark: string): number {
  let count = 0;
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) count += 1;
  return count;
}

/** The deepest nesting, before a parser recurses into it. */
function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    const next = text[at + 1];
    if (next === '/') depth -= 1;
    else if (next !== '?' && next !== '!') {
      const end = text.indexOf('>', at);
      if (text[end - 1] !== '/') depth += 1;
      most = Math.max(most, depth);
    }
  }
  return most;
}
