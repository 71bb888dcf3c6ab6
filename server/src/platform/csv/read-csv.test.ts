import { describe, expect, test } from 'vitest';
import { readCsv } from './read-csv.ts';

const read = (text: string | Buffer) => readCsv(Buffer.from(text), { maxRows: 3 });

describe('readCsv', () => {
  test('reads heads and rows with their lines, quotes and newlines within', () => {
    const file = read('\uFEFFNaam;Adres\r\n"Jansen; ""Co"" B.V.";"Melkmarkt 12\r\nachterom"\r\n\r\nVos;\r\n');
    expect(file).toEqual({
      encoding: 'utf-8',
      delimiter: ';',
      heads: ['Naam', 'Adres'],
      rows: [
        { line: 2, cells: ['Jansen; "Co" B.V.', 'Melkmarkt 12\nachterom'] },
        { line: 5, cells: ['Vos', ''] },
      ],
    });
  });

  test('knows Windows-1252 by bytes that are no UTF-8', () => {
    expect(read(Buffer.from('Naam\nCaf\u00e9 \u0080\n', 'latin1'))).toMatchObject({
      encoding: 'windows-1252',
      rows: [{ cells: ['Café €'] }],
    });
  });

  test('takes the delimiter that the heads use, outside quotes', () => {
    expect(read('"a;b;c",d\n1,2')).toMatchObject({ delimiter: ',', heads: ['a;b;c', 'd'] });
    expect(read('sep=;\nNaam;Stad\nx;y')).toMatchObject({
      delimiter: ';',
      heads: ['Naam', 'Stad'],
      rows: [{ line: 3 }],
    });
    expect(read('Naam\nx')).toMatchObject({ heads: ['Naam'], rows: [{ line: 2, cells: ['x'] }] });
  });

  test('fills short lines, cuts long ones, and skips lines of delimiters only', () => {
    expect(read('a;b\n1\n;;;\n1;2;3')).toMatchObject({
      rows: [{ cells: ['1', ''] }, { cells: ['1', '2'], line: 4 }],
    });
  });

  test('takes off the sign that our own exports put before a formula', () => {
    expect(read("a;b\n'＝1;'＠x")).toMatchObject({ rows: [{ cells: ['＝1', '＠x'] }] });
    expect(read("a;b;c\n'+31 6;'s-Gravenhage;'=1")).toMatchObject({
      rows: [{ cells: ['+31 6', "'s-Gravenhage", '=1'] }],
    });
  });

  test('leaves a stray quote inside a cell as it is', () => {
    expect(read('a;b\nJan "de" Vos;2')).toMatchObject({ rows: [{ cells: ['Jan "de" Vos', '2'] }] });
  });

  test('says why a file cannot be read', () => {
    expect(read('')).toEqual({ fault: 'empty' });
    expect(read('\n\n')).toEqual({ fault: 'empty' });
    expect(read(Buffer.from('Naam\n', 'utf16le'))).toEqual({ fault: 'not-text' });
    expect(read('a\n1\n2\n3\n4')).toEqual({ fault: 'too-many-rows' });
    expect(read('a;b\n1;2\n"open;2\n3;4')).toMatchObject({ fault: 'quotes' });
  });
});
