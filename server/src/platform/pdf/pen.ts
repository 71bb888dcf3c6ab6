import { a4, openPaper } from './paper.ts';

/** The colours of texts and lines. */
export const ink = { text: '#15181e', quiet: '#5b6470', line: '#d5dae1' } as const;

/** The left and right edge of what is written, and the width between them, in points. */
export const edge = { left: 56, right: a4.width - 56, width: a4.width - 112 } as const;

/** How a text looks. */
export interface Style {
  readonly size?: number;
  readonly bold?: boolean;
  readonly color?: string;
  readonly align?: 'left' | 'right';
  readonly features?: PDFKit.Mixins.OpenTypeFeatures[];
  /** What it is to a screen reader: a paragraph, or within a row a cell, unless it says otherwise. */
  readonly tag?: Tag;
}

/** What a part of a PDF is to a screen reader. */
type Tag = 'P' | 'H1' | 'H2' | 'Table' | 'TR' | 'TH' | 'TD';

/** Digits of equal width, so that amounts align. */
export const amountFeatures: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum', 'kern'];

/** Writes a letter from top to bottom, over as many A4 pages as it needs. */
export interface Pen {
  readonly pdf: PDFKit.PDFDocument;
  /** Where the next text goes. */
  y: number;
  /** Writes a text in a column; gives the y below it. */
  write(text: string, x: number, y: number, width: number, style?: Style): number;
  /** Writes the texts that are not empty below each other; gives the y below them. */
  writeAll(texts: readonly string[], x: number, y: number, width: number, style?: Style): number;
  /** Groups what `draw` writes: a row of a table, a cell of several texts. */
  group(tag: Tag, draw: () => void): void;
  /** Draws a table; its head is drawn first, and again on every page that `reserve` starts meanwhile. */
  table(head: () => void, rows: () => void): void;
  /** Draws a picture with the words that stand for it. */
  image(picture: Buffer, words: string, x: number, y: number, options: PDFKit.Mixins.ImageOption): void;
  heightOf(text: string, width: number, style?: Style): number;
  /** Starts a new page if this height does not fit on the current one; gives whether it did. */
  reserve(height: number): boolean;
  /** Draws a horizontal line at `y`. */
  line(color: string, width?: number): void;
  /** Draws a line, a text and a page number at the bottom of the current page. */
  writeFooter(text: string, page: string): void;
  /** Calls `complete` on each page, closes the PDF and gives its bytes. */
  finish(complete: (page: number, pages: number) => void): Promise<Buffer>;
}

interface PenOptions {
  /** The bottom margin of a page. */
  readonly bottom: number;
  /** The features of texts that name none. */
  readonly features?: PDFKit.Mixins.OpenTypeFeatures[];
  /** Line breaks in texts are drawn, not replaced by spaces. */
  readonly keepsLines?: boolean;
}

/** Opens a PDF to write on; see `openPaper`. */
export async function openPen(
  about: Parameters<typeof openPaper>[0],
  { bottom, features: standard, keepsLines = false }: PenOptions,
): Promise<Pen> {
  const { pdf, finish } = await openPaper({ ...about, isTagged: true });
  // User input: lone surrogates and control characters would be drawn as boxes.
  const undrawable = keepsLines ? /[^\P{Cc}\n]/gu : /\p{Cc}/gu;
  const clean = (text: string) => text.toWellFormed().replaceAll(undrawable, ' ');
  const setFont = (size: number, bold: boolean) => pdf.font(bold ? 'semibold' : 'regular').fontSize(size);
  const root = pdf.struct('Document');
  let parent = { tag: 'Document', element: root };
  let tableHead: (() => void) | undefined;
  const usualTag = () => (parent.tag === 'TR' ? 'TD' : 'P');
  /** Marks what is drawn as a part of the current group. */
  const marked = (tag: string, draw: () => void, about: { alt?: string; scope?: string } = {}) => {
    const content = pdf.markStructureContent(tag);
    draw();
    pdf.endMarkedContent();
    parent.element.add(pdf.struct(tag, about, content));
  };
  const asArtifact = (draw: () => void) => {
    pdf.markContent('Artifact', { type: 'Layout' });
    draw();
    pdf.endMarkedContent();
  };
  /** Draws what screen readers skip: footers, and the repeated head of a table. */
  const drawAside = (draw: () => void) => {
    const outer = parent;
    parent = { ...parent, tag: 'Artifact' };
    asArtifact(draw);
    parent = outer;
  };
  const pen: Pen = {
    pdf,
    y: 56,
    write(
      text,
      x,
      y,
      width,
      {
        size = 9.5,
        bold = false,
        color = ink.text,
        align = 'left',
        features = standard,
        tag = usualTag(),
      } = {},
    ) {
      setFont(size, bold).fillColor(color);
      const options = { width, align, lineGap: size * 0.25, ...(features ? { features } : {}) };
      const draw = () => pdf.text(clean(text), x, y, options);
      if (parent.tag === 'Artifact') draw();
      else marked(tag, draw, tag === 'TH' ? { scope: 'Column' } : {});
      return pdf.y;
    },
    group(tag, draw) {
      if (parent.tag === 'Artifact') return draw();
      const outer = parent;
      parent = { tag, element: pdf.struct(tag) };
      draw();
      parent.element.end();
      outer.element.add(parent.element);
      parent = outer;
    },
    table(head, rows) {
      pen.group('Table', () => {
        pen.group('TR', head);
        tableHead = head;
        rows();
        tableHead = undefined;
      });
    },
    image(picture, words, x, y, options) {
      marked('Figure', () => pdf.image(picture, x, y, options), { alt: words });
    },
    writeAll(texts, x, top, width, style) {
      return texts
        .filter((text) => text !== '')
        .reduce((y, text) => pen.write(text, x, y, width, style), top);
    },
    heightOf(text, width, { size = 9.5, bold = false } = {}) {
      setFont(size, bold);
      return pdf.heightOfString(clean(text), { width, lineGap: size * 0.25 });
    },
    reserve(height) {
      if (pen.y + height <= a4.height - bottom) return false;
      pdf.addPage();
      pen.y = 64;
      // Readers know the head of the table already.
      if (tableHead) drawAside(tableHead);
      return true;
    },
    line(color, width = edge.width) {
      const draw = () =>
        pdf
          .moveTo(edge.left, pen.y)
          .lineTo(edge.left + width, pen.y)
          .lineWidth(0.6)
          .stroke(color);
      if (parent.tag === 'Artifact') draw();
      else asArtifact(draw);
    },
    writeFooter(text, page) {
      const style = { size: 7.5, color: ink.quiet };
      pen.y = a4.height - 62;
      pen.line(ink.line);
      pen.write(text, edge.left, pen.y + 9, edge.width - 90, style);
      pen.write(page, edge.right - 90, pen.y + 9, 90, { ...style, align: 'right' });
    },
    finish(complete) {
      const { count } = pdf.bufferedPageRange();
      root.end();
      pdf.addStructure(root);
      for (let page = 0; page < count; page += 1) {
        pdf.switchToPage(page);
        drawAside(() => complete(page + 1, count));
      }
      return finish();
    },
  };
  return pen;
}
