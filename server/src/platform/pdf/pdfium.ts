import { PDFiumModule } from '@hyzyla/pdfium';

// The one file that touches pdfium's module object, which the package's types hide: pin the package's version.

const functionNames = [
  '_PDFium_Init',
  '_FPDF_LoadMemDocument',
  '_FPDF_GetLastError',
  '_FPDF_CloseDocument',
  '_FPDF_GetPageCount',
  '_FPDF_LoadPage',
  '_FPDF_ClosePage',
  '_FPDF_GetPageWidthF',
  '_FPDF_GetPageHeightF',
  '_FPDF_PageToDevice',
  '_FPDF_RenderPageBitmap',
  '_FPDFPage_GetRotation',
  '_FPDFPage_GetAnnotCount',
  '_FPDFPage_Flatten',
  '_FPDFPage_CountObjects',
  '_FPDFPage_GetObject',
  '_FPDFPageObj_GetType',
  '_FPDFPageObj_GetBounds',
  '_FPDFText_LoadPage',
  '_FPDFText_ClosePage',
  '_FPDFText_CountChars',
  '_FPDFText_GetUnicode',
  '_FPDFText_GetLooseCharBox',
  '_FPDFText_GetCharAngle',
  '_FPDFText_HasUnicodeMapError',
  '_FPDFBitmap_CreateEx',
  '_FPDFBitmap_FillRect',
  '_FPDFBitmap_Destroy',
  '_FPDFDoc_GetAttachmentCount',
  '_FPDFDoc_GetAttachment',
  '_FPDFAttachment_GetName',
  '_FPDFAttachment_GetFile',
  '_malloc',
  '_free',
] as const;

type FunctionName = (typeof functionNames)[number];

/** pdfium's functions by their C names; pointers and numbers are numbers. */
type Raw = Readonly<Record<FunctionName, (...args: number[]) => number>> & {
  // Getters of the running module: memory that grows replaces them, so read them anew after every call.
  readonly HEAPU8: Uint8Array;
  readonly HEAP32: Int32Array;
  readonly HEAPF32: Float32Array;
  readonly HEAPF64: Float64Array;
};

function isRaw(module: object): module is Raw {
  return functionNames.every((name) => name in module) && 'HEAPU8' in module && 'HEAPF64' in module;
}

/** Codes of `FPDF_GetLastError`. */
const passwordError = 4;
const securityError = 5;
const imageObject = 3;
const bgrx = 3;
const drawAnnotations = 0x01;
const redFirst = 0x10;
const white = 0xffffffff;
/** `FPDF_PageToDevice` answers whole numbers: a device this wide keeps a millionth of the page. */
const fine = 1_000_000;

/** One character of the text layer, as the page is shown. */
export interface PdfiumText {
  readonly characters: string[];
  readonly boxes: Float32Array;
  readonly unmapped: number;
  readonly pictureCover: number;
}

/** Red, green, blue and an unused byte a pixel. */
export interface PdfiumBitmap {
  readonly pixels: Buffer;
  readonly width: number;
  readonly height: number;
}

/** An open document; `close` gives its memory back. Pages count from 1. */
export interface PdfiumDocument {
  readonly pageCount: number;
  readonly attachments: readonly { readonly name: string; readonly bytes: Buffer }[];
  text(page: number): PdfiumText;
  draw(page: number, dpi: number, maxLongSide: number): PdfiumBitmap;
  close(): void;
}

/** What pdfium says of bytes that it cannot open. */
export type PdfiumFailure = 'encrypted' | 'damaged';

/** Starts pdfium, once a process; its memory only grows. */
export async function startPdfium(): Promise<{ open(bytes: Uint8Array): PdfiumDocument | PdfiumFailure }> {
  const module: object = await PDFiumModule({});
  if (!isRaw(module)) throw new Error('this version of pdfium lacks a function that we use');
  const raw = module;
  raw._PDFium_Init();
  return { open: (bytes) => open(raw, bytes) };
}

function open(raw: Raw, bytes: Uint8Array): PdfiumDocument | PdfiumFailure {
  const memory = raw._malloc(bytes.length);
  raw.HEAPU8.set(bytes, memory);
  const doc = raw._FPDF_LoadMemDocument(memory, bytes.length, 0);
  if (doc === 0) {
    const code = raw._FPDF_GetLastError();
    raw._free(memory);
    return code === passwordError || code === securityError ? 'encrypted' : 'damaged';
  }
  return {
    pageCount: raw._FPDF_GetPageCount(doc),
    attachments: readAttachments(raw, doc),
    text: (page) => withPage(raw, doc, page, (handle) => readText(raw, handle)),
    draw: (page, dpi, maxLongSide) =>
      withPage(raw, doc, page, (handle) => draw(raw, handle, dpi, maxLongSide)),
    close() {
      raw._FPDF_CloseDocument(doc);
      raw._free(memory);
    },
  };
}

function withPage<Result>(raw: Raw, doc: number, page: number, work: (handle: number) => Result): Result {
  let handle = raw._FPDF_LoadPage(doc, page - 1);
  if (handle === 0) throw new Error('pdfium cannot load the page');
  // The values of filled-in forms are annotations: flattened, they are text and ink like everything else.
  if (raw._FPDFPage_GetAnnotCount(handle) > 0 && raw._FPDFPage_Flatten(handle, 0) === 1) {
    raw._FPDF_ClosePage(handle);
    handle = raw._FPDF_LoadPage(doc, page - 1);
    if (handle === 0) throw new Error('pdfium cannot load the page');
  }
  try {
    return work(handle);
  } finally {
    raw._FPDF_ClosePage(handle);
  }
}

function draw(raw: Raw, page: number, dpi: number, maxLongSide: number): PdfiumBitmap {
  const inches = { width: raw._FPDF_GetPageWidthF(page) / 72, height: raw._FPDF_GetPageHeightF(page) / 72 };
  const scale = Math.min(dpi, maxLongSide / Math.max(inches.width, inches.height, 0.01));
  const width = Math.max(1, Math.round(inches.width * scale));
  const height = Math.max(1, Math.round(inches.height * scale));
  const stride = width * 4;
  const memory = raw._malloc(stride * height);
  const bitmap = raw._FPDFBitmap_CreateEx(width, height, bgrx, memory, stride);
  raw._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
  raw._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, drawAnnotations | redFirst);
  const pixels = Buffer.from(raw.HEAPU8.subarray(memory, memory + stride * height));
  raw._FPDFBitmap_Destroy(bitmap);
  raw._free(memory);
  return { pixels, width, height };
}

/** Where a point of the page is seen, 0..1 from the left and from the top: crop and rotation are pdfium's business. */
function place(raw: Raw, page: number, scratch: number, x: number, y: number): readonly [number, number] {
  raw._FPDF_PageToDevice(page, 0, 0, fine, fine, 0, x, y, scratch, scratch + 4);
  return [(raw.HEAP32[scratch >> 2] ?? 0) / fine, (raw.HEAP32[(scratch >> 2) + 1] ?? 0) / fine];
}

function readText(raw: Raw, page: number): PdfiumText {
  const scratch = raw._malloc(32);
  const textPage = raw._FPDFText_LoadPage(page);
  const count = Math.max(0, raw._FPDFText_CountChars(textPage));
  const characters: string[] = [];
  const boxes = new Float32Array(count * 4);
  const turn = (raw._FPDFPage_GetRotation(page) * Math.PI) / 2;
  let unmapped = 0;
  for (let index = 0; index < count; index += 1) {
    const code = raw._FPDFText_GetUnicode(textPage, index);
    // Text that runs up or down the margin would be cut into single letters by its boxes: leave it out.
    const isUpright = Math.cos(raw._FPDFText_GetCharAngle(textPage, index) - turn) > 0.9;
    if (!isUpright) {
      characters.push('');
      continue;
    }
    if (raw._FPDFText_HasUnicodeMapError(textPage, index) === 1 || isUnmapped(code)) unmapped += 1;
    characters.push(letter(code));
    raw._FPDFText_GetLooseCharBox(textPage, index, scratch);
    const [left = 0, top = 0, right = 0, bottom = 0] = raw.HEAPF32.slice(scratch >> 2, (scratch >> 2) + 4);
    const a = place(raw, page, scratch + 16, left, top);
    const b = place(raw, page, scratch + 16, right, bottom);
    boxes.set(
      [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])],
      index * 4,
    );
  }
  raw._FPDFText_ClosePage(textPage);
  const pictureCover = largestPicture(raw, page, scratch);
  raw._free(scratch);
  return { characters, boxes, unmapped, pictureCover };
}

function isUnmapped(code: number): boolean {
  return code === 0 || code === 0xfffd || (code >= 0xe000 && code <= 0xf8ff);
}

function letter(code: number): string {
  // pdfium's marks for a hyphen at the end of a line.
  if (code === 2 || code === 0xfffe) return '-';
  if (code === 0 || (code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff) return '\uFFFD';
  return String.fromCodePoint(code);
}

function largestPicture(raw: Raw, page: number, scratch: number): number {
  // A page drawn from very many strokes is not a scan; looking at its first objects is enough.
  const count = Math.min(raw._FPDFPage_CountObjects(page), 2000);
  let largest = 0;
  for (let index = 0; index < count; index += 1) {
    const object = raw._FPDFPage_GetObject(page, index);
    if (raw._FPDFPageObj_GetType(object) !== imageObject) continue;
    if (raw._FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12) !== 1) continue;
    const [left = 0, bottom = 0, right = 0, top = 0] = raw.HEAPF32.slice(scratch >> 2, (scratch >> 2) + 4);
    const a = place(raw, page, scratch + 16, left, top);
    const b = place(raw, page, scratch + 16, right, bottom);
    largest = Math.max(largest, Math.abs((a[0] - b[0]) * (a[1] - b[1])));
  }
  return Math.min(1, largest);
}

const maxAttachments = 20;
const largestAttachment = 5 * 1024 * 1024;

function readAttachments(raw: Raw, doc: number): { name: string; bytes: Buffer }[] {
  const found: { name: string; bytes: Buffer }[] = [];
  const count = Math.min(raw._FPDFDoc_GetAttachmentCount(doc), maxAttachments);
  for (let index = 0; index < count; index += 1) {
    const attachment = raw._FPDFDoc_GetAttachment(doc, index);
    if (attachment === 0) continue;
    const name = sized(raw, (into, size) => raw._FPDFAttachment_GetName(attachment, into, size));
    const bytes = readFile(raw, attachment);
    if (bytes)
      found.push({ name: name.subarray(0, Math.max(0, name.length - 2)).toString('utf16le'), bytes });
  }
  return found;
}

/** pdfium's way of answering bytes: ask for the size, then for the bytes. */
function sized(raw: Raw, ask: (into: number, size: number) => number): Buffer {
  const size = ask(0, 0);
  if (size <= 0 || size > 10_000) return Buffer.alloc(0);
  const into = raw._malloc(size);
  ask(into, size);
  const bytes = Buffer.from(raw.HEAPU8.subarray(into, into + size));
  raw._free(into);
  return bytes;
}

function readFile(raw: Raw, attachment: number): Buffer | null {
  const sizeAt = raw._malloc(8);
  try {
    if (raw._FPDFAttachment_GetFile(attachment, 0, 0, sizeAt) !== 1) return null;
    const size = raw.HEAP32[sizeAt >> 2] ?? 0;
    if (size <= 0 || size > largestAttachment) return null;
    const into = raw._malloc(size);
    const isRead = raw._FPDFAttachment_GetFile(attachment, into, size, sizeAt) === 1;
    const bytes = isRead ? Buffer.from(raw.HEAPU8.subarray(into, into + size)) : null;
    raw._free(into);
    return bytes;
  } finally {
    raw._free(sizeAt);
  }
}
