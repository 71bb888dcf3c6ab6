import { readXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import type { ExportColumn, ExportKind, ExportValue } from './columns.ts';
import { csvCell, csvPieces, csvText } from './csv.ts';
import { xlsxBytes, xlsxCell } from './xlsx.ts';

const kinds: ExportKind[] = ['text', 'number', 'cents', 'day', 'instant', 'boolean'];
const columns: ExportColumn<readonly ExportValue[]>[] = kinds.map((kind, at) => ({
  head: kind,
  kind,
  value: (row) => row[at] ?? null,
}));
const full = ['Vos', -1234.5, -123456, '2026-11-02', '2026-07-01T22:30:00Z', true] as const;

async function* rowsOf(...rows: (readonly ExportValue[])[]) {
  yield* rows;
}

describe('CSV', () => {
  test.each([
    ['text', 'Vos; "Zonen"', 'Vos; "Zonen"'],
    ['number', -1234.5, '-1234,5'],
    ['number', 0, '0'],
    ['cents', -5, '-0,05'],
    ['cents', 123456, '1234,56'],
    ['day', '2026-11-02', '02-11-2026'],
    ['instant', '2026-07-01T22:30:00Z', '02-07-2026 00:30'],
    ['boolean', false, 'Nee'],
    ['day', null, ''],
  ] as const)('writes %s %j as Dutch Excel reads it', (kind, value, cell) => {
    expect(csvCell(kind, value, 'nl')).toBe(cell);
  });

  test.each(['=1+1', '+31 6', '-x', '@SUM(A1)', '\t=1', '\r\n=1', '＝1'])(
    'a text like %j does not become a formula',
    (text) => {
      expect(csvCell('text', text, 'nl')).toBe(`'${text}`);
    },
  );

  test('has a byte order mark, semicolons, line ends of Windows, and quotes where they are needed', async () => {
    expect(csvText([['a;b', 'c"d', 'e\nf', "'s-Gravenhage"]])).toBe(
      '\uFEFF"a;b";"c""d";"e\nf";\'s-Gravenhage\r\n',
    );
    let all = '';
    for await (const piece of csvPieces(columns, rowsOf(full, []), 'en')) all += piece;
    expect(all).toBe(
      '\uFEFFtext;number;cents;day;instant;boolean\r\nVos;-1234,5;-1234,56;02-11-2026;02-07-2026 00:30;Yes\r\n;;;;;\r\n',
    );
  });

  test('pulls no more than is asked for', async () => {
    let pulled = 0;
    const endless = async function* () {
      for (;;) {
        pulled += 1;
        yield full;
      }
    };
    const pieces = csvPieces(columns, endless(), 'nl');
    await pieces.next();
    await pieces.next();
    expect(pulled).toBeLessThanOrEqual(200);
    await pieces.return(undefined);
  });
});

describe('XLSX', () => {
  test('holds numbers, days and moments as such, and texts as texts', async () => {
    const bytes = new Uint8Array(
      await new Response(
        xlsxBytes(columns, rowsOf(full, []), 'Van [alles] & meer dan dertig tekens'),
      ).arrayBuffer(),
    );
    const { sheets } = await readXlsx(bytes);
    expect(sheets[0]?.name).toBe('Van  alles  & meer dan dertig t');
    expect(sheets[0]?.rows[0]).toEqual(kinds);
    expect(sheets[0]?.rows[1]).toEqual([
      'Vos',
      -1234.5,
      -1234.56,
      new Date('2026-11-02T00:00:00Z'),
      new Date('2026-07-02T00:30:00Z'),
      true,
    ]);
  });

  test('leaves out what XML cannot hold, and keeps an emoji', () => {
    expect(xlsxCell('text', 'a\u0000b\u001Fc\uD83D d\uD83D\uDE00\ne')).toBe('abc d\uD83D\uDE00\ne');
  });
});
