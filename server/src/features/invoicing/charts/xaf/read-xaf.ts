import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';

/** Why an audit file is refused: a key of the contract's sentences, and what it is about. */
export class XafProblem extends Error {
  readonly about: string;

  constructor(code: 'damaged' | 'version' | 'not-xaf' | 'other-company' | 'no-number', about = '') {
    super(code);
    this.name = 'XafProblem';
    this.about = about;
  }
}

/** The elements that are read, each with its fields. */
const recordNames = [
  'header',
  'company',
  'customerSupplier',
  'bankAccount',
  'ledgerAccount',
  'basic',
  'vatCode',
  'period',
  'transactions',
  'journal',
  'transaction',
  'trLine',
  'vat',
] as const;
/** One of the elements that are read. */
export type RecordName = (typeof recordNames)[number];

/** An element with the texts of its fields, and the elements in it that are read. */
export interface XafRecord {
  readonly name: RecordName;
  readonly fields: Readonly<Record<string, string>>;
  readonly children: readonly XafRecord[];
}

/** Where a record stands: the records around it, the nearest last. */
export type Around = readonly Pick<XafRecord, 'name' | 'fields'>[];

interface OpenRecord {
  readonly name: RecordName;
  readonly fields: Record<string, string>;
  readonly children: XafRecord[];
}

/** What is told while a file is read. */
export interface XafReader {
  /** A record begins whose fields so far are known: of `company` when its first list begins, of a journal at its first transaction. */
  readonly onStart: (name: string, around: Around) => void;
  /** A record is complete. */
  readonly onRecord: (record: XafRecord, around: Around) => void;
  /** After each piece of the file: what was told may be stored before the next one is read. */
  readonly onPiece: (bytes: number) => Promise<void>;
}

// Kept by the record around them: everything else is told once and forgotten.
const keptChildren: ReadonlySet<string> = new Set(['bankAccount', 'trLine', 'vat']);
const isRecord = (name: string): name is RecordName => recordNames.some((one) => one === name);
// No field of an audit file is as long.
const maxText = 20_000;

const namespace = /^http:\/\/www\.auditfiles\.nl\/XAF\/(?<version>[\d.]+)$/;
const versions = ['3.2', '3.2.1'];

/**
 * Reads an XML Auditfile Financieel 3.2 or 3.2.1 piece by piece, so that its size costs no memory. Of records of before
 * (`…History`) nothing is told.
 *
 * @throws XafProblem for what is no such file, or is not whole
 */
export async function readXaf(pieces: AsyncIterable<Uint8Array>, reader: XafReader): Promise<void> {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const records: OpenRecord[] = [];
  const path: string[] = [];
  let history = 0;
  let text = '';
  let hasEnded = false;

  parser.on('error', () => {
    throw new XafProblem('damaged');
  });
  parser.on('opentag', ({ local, uri }) => {
    if (path.length === 0) assertVersion(local, uri);
    path.push(local);
    text = '';
    if (local.endsWith('History')) history += 1;
    if (history > 0) return;
    if (isRecord(local) && isInPlace(local, records)) records.push({ name: local, fields: {}, children: [] });
    reader.onStart(local, records);
  });
  parser.on('text', (more) => {
    text += more;
    if (text.length > maxText) throw new XafProblem('damaged');
  });
  parser.on('cdata', (more) => {
    text += more;
  });
  parser.on('closetag', ({ local }) => {
    path.pop();
    if (path.length === 0) hasEnded = true;
    if (history > 0) {
      if (local.endsWith('History')) history -= 1;
      text = '';
      return;
    }
    const open = records.at(-1);
    if (open?.name === local) {
      records.pop();
      const around = records.at(-1);
      if (keptChildren.has(local)) around?.children.push(open);
      reader.onRecord(open, records);
    } else if (open && path.at(-1) === open.name) open.fields[local] = text.trim();
    text = '';
  });

  const decoder = new DecodedPieces();
  for await (const piece of pieces) {
    parser.write(decoder.next(piece));
    await reader.onPiece(piece.length);
  }
  parser.write(decoder.end());
  parser.close();
  if (!hasEnded) throw new XafProblem('damaged');
}

// An address or a contact may hold elements of the same name as a record.
function isInPlace(name: RecordName, around: readonly OpenRecord[]): boolean {
  const parent = around.at(-1)?.name;
  switch (name) {
    case 'bankAccount':
      return parent === 'customerSupplier';
    case 'journal':
      return parent === 'transactions';
    case 'transaction':
      return parent === 'journal';
    case 'trLine':
      return parent === 'transaction';
    case 'vat':
      return parent === 'trLine';
    case 'header':
    case 'company':
      return parent === undefined;
    default:
      return parent === 'company';
  }
}

function assertVersion(root: string, uri: string): void {
  const version = namespace.exec(uri)?.groups?.['version'];
  if (root !== 'auditfile' || version === undefined) throw new XafProblem('not-xaf');
  if (!versions.includes(version)) throw new XafProblem('version', version);
}

// Text by the encoding that the file names, UTF-8 where it names none; what is no such text is damaged.
class DecodedPieces {
  #decoder: TextDecoder | undefined;

  next(piece: Uint8Array): string {
    this.#decoder ??= decoderOf(piece);
    try {
      return this.#decoder.decode(piece, { stream: true });
    } catch {
      throw new XafProblem('damaged');
    }
  }

  end(): string {
    try {
      return this.#decoder?.decode() ?? '';
    } catch {
      throw new XafProblem('damaged');
    }
  }
}

function decoderOf(first: Uint8Array): TextDecoder {
  if (first[0] === 0xff && first[1] === 0xfe) return new TextDecoder('utf-16le', { fatal: true });
  const head = new TextDecoder('latin1').decode(first.subarray(0, 200));
  const named = /^[^<]{0,3}<\?xml[^>]*encoding=["']([\w-]+)["']/i.exec(head)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(named, { fatal: true });
  } catch {
    throw new XafProblem('damaged');
  }
}
