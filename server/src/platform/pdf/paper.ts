import { readFile } from 'node:fs/promises';
import PDFDocument from 'pdfkit';

/** A page of A4 in points. */
export const a4 = { width: 595.28, height: 841.89 } as const;

/** An open PDF with Inter embedded, so that every letter of every European language is real text in it. */
export interface Paper {
  /** The pen; its fonts are named `regular` and `semibold`. */
  readonly pdf: PDFKit.PDFDocument;
  /** Closes the PDF and gives its bytes; pages can be written on until then. */
  finish(): Promise<Buffer>;
}

const folder = new URL('./fonts/', import.meta.url);
let fonts: Promise<readonly [Buffer, Buffer]> | undefined;

function readFonts(): Promise<readonly [Buffer, Buffer]> {
  fonts ??= Promise.all([
    readFile(new URL('inter-regular.ttf', folder)),
    readFile(new URL('inter-semibold.ttf', folder)),
  ]);
  return fonts;
}

/**
 * Opens an A4 PDF without margins; the same strokes at the same moment give the same bytes.
 *
 * @example
 * const paper = await openPaper({ title: 'Offerte 2026-12-1', language: 'nl', author: 'Zalland', at: now });
 * paper.pdf.font('semibold').fontSize(20).text('Offerte', 56, 200);
 * const bytes = await paper.finish();
 */
export async function openPaper(about: {
  readonly title: string;
  readonly author: string;
  readonly language: string;
  readonly at: Date;
}): Promise<Paper> {
  const [regular, semibold] = await readFonts();
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: about.language,
    displayTitle: true,
    info: { Title: about.title, Author: about.author, CreationDate: about.at, ModDate: about.at },
  });
  pdf.registerFont('regular', regular);
  pdf.registerFont('semibold', semibold);
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  return {
    pdf,
    finish() {
      pdf.end();
      return done;
    },
  };
}
