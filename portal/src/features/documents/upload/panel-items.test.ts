import { expect, test } from 'vitest';
import { foundParts, panelItems, type DocumentRow } from './panel-items.ts';
import type { Upload } from './upload-list.ts';

function row(id: string, state: DocumentRow['state'], differs: Partial<DocumentRow> = {}): DocumentRow {
  return {
    id,
    documentId: '2026-11-0001',
    companyId: 'c1',
    filename: `${id}.pdf`,
    state,
    reasonCodes: [],
    reason: '',
    pageCount: 1,
    createdAt: '2026-11-21T10:00:00Z',
    invoiceId: null,
    isDuplicate: false,
    joinedInto: null,
    ...differs,
  };
}

function upload(key: number, state: Upload['state']): Upload {
  return { key, file: new File(['x'], `${key}.pdf`), destination: {}, state };
}

test.each([
  [['no-number'], ['date', 'total']],
  [['no-date', 'no-total'], ['number']],
  [['no-number', 'no-date', 'no-total'], []],
  [['no-administration'], ['number', 'date', 'total']],
  [['encrypted'], []],
] as const)('with %j missing, %j was found', (codes, found) => {
  expect(foundParts(codes)).toEqual(found);
});

test.each([
  ['Nieuw', 'queued'],
  ['Bezig', 'reading'],
  ['Herkend', 'reading'],
  ['Onbekend', 'unknown'],
  ['Onverwerkbaar', 'refused'],
  ['Verwerkt', 'invoice'],
] as const)('a sent file in state %s is shown as %s', (state, expected) => {
  const intake = { id: 'd1', filename: 'd1.pdf', state: 'Nieuw', reason: '' } as const;
  const items = panelItems([upload(1, { kind: 'sent', intakes: [intake] })], [row('d1', state)], '');
  expect(items).toMatchObject([{ key: 'upload-1', state: expected }]);
});

test('a file that became an invoice leads to it', () => {
  const intake = { id: 'd1', filename: 'd1.pdf', state: 'Nieuw', reason: '' } as const;
  const [item] = panelItems(
    [upload(1, { kind: 'sent', intakes: [intake] })],
    [row('d1', 'Herkend', { invoiceId: 'i1' })],
    '',
  );
  expect(item).toMatchObject({ state: 'invoice', invoiceId: 'i1' });
});

test('a file whose invoice was there already is a duplicate', () => {
  const intake = { id: 'd1', filename: 'd1.pdf', state: 'Nieuw', reason: '' } as const;
  const rows = [row('d1', 'Herkend', { invoiceId: 'i1', isDuplicate: true })];
  const items = panelItems([upload(1, { kind: 'sent', intakes: [intake] })], rows, '');
  expect(items).toMatchObject([{ state: 'duplicate', invoiceId: 'i1' }]);
});

test('documents of others show until they became invoices or were seen', () => {
  const rows = [
    row('going', 'Bezig'),
    row('unknown', 'Onbekend'),
    row('seen', 'Onbekend', { createdAt: '2026-11-20T10:00:00Z' }),
    row('made', 'Herkend', { invoiceId: 'i1' }),
  ];
  expect(panelItems([], rows, '2026-11-20T12:00:00Z').map(({ key }) => key)).toEqual(['going', 'unknown']);
});

test('unfinished documents stay after clearing', () => {
  expect(panelItems([], [row('going', 'Nieuw')], '2027-01-01T00:00:00Z')).toHaveLength(1);
});

test('every file of a zip has a line of its own', () => {
  const intakes = (['a.xml', 'b.pdf'] as const).map(
    (filename, at) => ({ id: `d${at}`, filename, state: 'Onverwerkbaar', reason: 'Zo niet.' }) as const,
  );
  const items = panelItems([upload(1, { kind: 'sent', intakes })], [row('d0', 'Bezig')], '');
  expect(items.map(({ key, state }) => [key, state])).toEqual([
    ['upload-1', 'reading'],
    ['upload-1-1', 'refused'],
  ]);
});
