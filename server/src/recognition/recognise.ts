import type { RefusalReason } from '#contract/documents/documents.ts';
import { type SniffedType, sniff } from '#server/platform/files/sniff.ts';
import type { OcrReader } from '#server/platform/ocr/ocr.ts';
import type { PdfReader } from '#server/platform/pdf/pdf.ts';
import { extractFields } from './extract.ts';
import type { KnownParties } from './fields/creditor.ts';
import { alsoByOcr } from './pages/pages-also-by-ocr.ts';
import { recogniseXml } from './xml/from-xml.ts';
import { pagesOfPdf } from './pages/pages-of-pdf.ts';
import { pagesOfPicture } from './pages/pages-of-picture.ts';
import { linesOfPage, type PagesRead, type ProgressReport } from './pages/pages-read.ts';
import { ofLayout, withMemory } from './memory/apply.ts';
import type { Example } from './memory/example.ts';
import type { SupplierCodes } from './memory/shared.ts';
import { doubtedAsMixed, splitBefore } from './several-invoices.ts';
import type { Line } from './text/words.ts';
import { type TriggersRead, mergeTriggerResults } from './with-triggers.ts';
import type {
  DocumentMime,
  Extraction,
  Identity,
  RecognisedDocument,
  RecognisedPage,
  RefusedDocument,
} from './recognised.ts';

export interface RecogniseOptions {
  /** Only shown to people; the type is read from the content. */
  readonly filename: string;
  readonly pdf: PdfReader;
  readonly ocr: OcrReader;
  /** The own company and its administrations: never the creditor. */
  readonly excluded?: readonly Identity[];
  /** Creditors seen before: preferred when one of them is on the document. */
  readonly known?: readonly Identity[];
  /** Runs triggers over the pages; general extraction goes on either way. */
  readonly triggers?: (pages: readonly ReadPage[]) => Promise<TriggersRead>;
  /** What confirmed documents of a known supplier taught, the newest first; asked for once the supplier is known. */
  readonly memory?: (supplierId: string) => Promise<readonly Example[]>;
  /** Layouts shared with all companies of the supplier with these codes; asked for where memory has none of this layout. */
  readonly layouts?: (codes: SupplierCodes) => Promise<readonly Example[]>;
  /** Reads every page by OCR, also those with text of their own. */
  readonly ocrAlways?: boolean;
  /** Pages of a PDF that were read before, by number, and stay as they were. */
  readonly readBefore?: ReadonlyMap<number, RecognisedPage>;
  /** Whether an invoice in XML inside a PDF is taken at its word; true when absent. */
  readonly embeddedXml?: boolean;
}

/** A page as triggers and general extraction need it: without its picture. */
export type ReadPage = Omit<RecognisedPage, 'jpeg'>;

export interface RecogniseProgress {
  readonly page: number;
  readonly pageCount: number;
}

const largestFile = 25 * 1024 * 1024;

const mimes: Partial<Record<SniffedType, DocumentMime>> = {
  pdf: 'application/pdf',
  jpeg: 'image/jpeg',
  png: 'image/png',
  tiff: 'image/tiff',
  webp: 'image/webp',
  avif: 'image/avif',
  xml: 'application/xml',
};

/**
 * Reads one file from its bytes: pages as pictures, text with boxes, and what an invoice says. Never throws for what
 * is in the file; throws `PdfError` or `OcrError` with code `stopped` when a reading process has ended, so that the
 * caller can try again.
 */
export async function recogniseDocument(
  bytes: Uint8Array,
  options: RecogniseOptions,
  onProgress?: (progress: RecogniseProgress) => void,
): Promise<RecognisedDocument | RefusedDocument> {
  if (bytes.length === 0) return refused('empty-file');
  if (bytes.length > largestFile) return refused('too-large');
  const type = sniff(bytes);
  const mime = mimes[type];
  const report: ProgressReport = (page, pageCount) => onProgress?.({ page, pageCount });
  if (mime === undefined) return refused(type === 'heic' ? 'heic' : 'unsupported-type');
  if (mime === 'application/xml') return recogniseXml(bytes, options, report);
  const read =
    mime === 'application/pdf'
      ? await pagesOfPdf(bytes, options, report)
      : await pagesOfPicture(bytes, options, report);
  return typeof read === 'string' ? refused(read) : recognised(mime, read, bytes, options);
}

function refused(reason: RefusalReason): RefusedDocument {
  return { kind: 'refused', reason };
}

/** What reading again needs: nothing of the file itself. */
type RereadOptions = Pick<RecogniseOptions, 'excluded' | 'known' | 'triggers' | 'memory' | 'layouts'>;

/** Reads again what was read before: the same words, today's rules. Gives no pages, since they stay as they are. */
export async function recognisePages(
  { mime, pages }: { readonly mime: DocumentMime; readonly pages: readonly ReadPage[] },
  { excluded = [], known = [], triggers, ...taught }: RereadOptions,
): Promise<RecognisedDocument> {
  const general = await readLines(pages.flatMap(linesOfPage), { excluded, known }, taught);
  const read = await triggers?.(pages);
  return { kind: 'recognised-input', mime, pages: [], ...merged(general, read) };
}

/** Pages on which another invoice starts. */
export function invoiceStarts(pages: readonly ReadPage[]): number[] {
  return splitBefore(pages.flatMap(linesOfPage), { excluded: [], known: [] });
}

type ReadLines = Extraction & Pick<RecognisedDocument, 'splitBefore'>;

/** What the lines say, by what is remembered of their supplier too; of several invoices in one file, what the first says. */
async function readLines(
  lines: readonly Line[],
  parties: KnownParties,
  { memory, layouts }: Pick<RecogniseOptions, 'memory' | 'layouts'>,
): Promise<ReadLines> {
  const starts = splitBefore(lines, parties);
  const [next] = starts;
  const own = next === undefined ? lines : lines.filter(({ page }) => page < next);
  const general = extractFields(own, parties);
  const supplierId = general.fields.creditor.find(({ knownId }) => knownId !== null)?.knownId ?? null;
  const examples = supplierId === null ? [] : ((await memory?.(supplierId)) ?? []);
  const isKnown = ofLayout(own, examples).length > 0;
  const shared = isKnown ? [] : ((await layouts?.(codesOf(general, parties, supplierId))) ?? []);
  return { ...withMemory(general, own, examples, shared), splitBefore: starts };
}

/** The registrations of the supplier: those on the document, else those that it is known by. */
function codesOf(
  { fields: { kvk, vatId } }: Extraction,
  { known }: KnownParties,
  supplierId: string | null,
): SupplierCodes {
  const supplier = known.find(({ id }) => id === supplierId);
  return {
    kvk: kvk[0]?.value ?? supplier?.kvk ?? null,
    vatId: vatId[0]?.value ?? supplier?.vatId ?? null,
  };
}

function merged(
  general: ReadLines,
  read: TriggersRead | undefined,
): ReadLines & Pick<RecognisedDocument, 'trigger'> {
  const found = { ...general, ...(read ? mergeTriggerResults(general, read) : {}) };
  return general.splitBefore.length > 0 ? doubtedAsMixed(found) : found;
}

async function recognised(
  mime: DocumentMime,
  read: PagesRead,
  bytes: Uint8Array,
  options: RecogniseOptions,
): Promise<RecognisedDocument> {
  const { excluded = [], known = [] } = options;
  const found = (pages: readonly RecognisedPage[], extraction: ReadLines): RecognisedDocument => ({
    kind: 'recognised-input',
    mime,
    pages,
    ...extraction,
    warnings: [...new Set([...read.warnings, ...extraction.warnings])],
  });
  // An invoice in XML is data: nothing needs a pattern.
  if (read.xml) return found(read.pages, { ...read.xml, splitBefore: [] });
  const general = await readLines(read.lines, { excluded, known }, options);
  const first = await options.triggers?.(read.pages);
  if (!first?.wantsOcr || mime !== 'application/pdf') return found(read.pages, merged(general, first));
  const pages = await alsoByOcr(read.pages, bytes, options);
  const second = await options.triggers?.(pages);
  return found(pages, merged(general, second ?? first));
}
