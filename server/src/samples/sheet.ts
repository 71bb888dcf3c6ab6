import PDFDocument from 'pdfkit';

export interface TextStyle {
  readonly size?: number;
  readonly bold?: boolean;
  readonly color?: string;
  /** Places `x` at the right end or the middle. */
  readonly align?: 'left' | 'right' | 'center';
  /** Wraps at this width in points; one line when absent. */
  readonly width?: number;
}

/** A page to draw on, in points from the top left; the same drawing always gives the same bytes. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  /** Writes text with its top at `y`; gives the y below it. */
  text(x: number, y: number, text: string, style?: TextStyle): number;
  line(x1: number, y1: number, x2: number, y2: number, color?: string): void;
  fill(x: number, y: number, width: number, height: number, color: string): void;
  frame(x: number, y: number, width: number, height: number, color?: string): void;
  page(): void;
  finish(): Promise<Buffer>;
}

export type Family = 'Helvetica' | 'Times' | 'Courier';

const boldNames: Readonly<Record<Family, string>> = {
  Helvetica: 'Helvetica-Bold',
  Times: 'Times-Bold',
  Courier: 'Courier-Bold',
};
const plainNames: Readonly<Record<Family, string>> = {
  Helvetica: 'Helvetica',
  Times: 'Times-Roman',
  Courier: 'Courier',
};

/** Opens a PDF of one size, in one of the fonts that every reader has. */
export function openSheet(size: readonly [number, number], family: Family, title: string): Sheet {
  const [width, height] = size;
  const made = new Date('2020-01-01T00:00:00Z');
  const pdf = new PDFDocument({
    size: [width, height],
    margin: 0,
    // The moment of making would make every run differ.
    info: { Title: title, CreationDate: made, ModDate: made },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  return {
    width,
    height,
    text(
      x,
      y,
      text,
      { size: points = 9.5, bold = false, color = 'black', align = 'left', width: wrap } = {},
    ) {
      pdf
        .font(bold ? boldNames[family] : plainNames[family])
        .fontSize(points)
        .fillColor(color);
      if (wrap !== undefined) {
        pdf.text(text, x, y, { width: wrap, align });
        return pdf.y;
      }
      const length = pdf.widthOfString(text);
      const from = align === 'right' ? x - length : align === 'center' ? x - length / 2 : x;
      pdf.text(text, from, y, { lineBreak: false });
      return y + points * 1.3;
    },
    line: (x1, y1, x2, y2, color = '#999') =>
      void pdf.moveTo(x1, y1).lineTo(x2, y2).lineWidth(0.6).stroke(color),
    fill: (x, y, w, h, color) => void pdf.rect(x, y, w, h).fill(color),
    frame: (x, y, w, h, color = '#999') => void pdf.rect(x, y, w, h).lineWidth(0.6).stroke(color),
    page: () => void pdf.addPage(),
    finish: () => {
      pdf.end();
      return done;
    },
  };
}
