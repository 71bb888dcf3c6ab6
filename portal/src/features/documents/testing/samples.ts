import type { z } from 'zod';
import type { FoundProperty, pageWords } from '#contract/documents/properties.ts';
import type { documentRecord, unknownDocuments } from '#contract/documents/unknown-documents.ts';
import { unvalidated } from '#contract/documents/validation.ts';
import type { Rec, Row } from '#contract/resource.ts';
import { result, type FakeServer } from '#portal/kit/testing/fake-server.ts';

type Item = Rec<typeof unvalidated>;
type PageWords = z.output<typeof pageWords>;

/** A value as recognition found it. */
export function found(
  property: FoundProperty['property'],
  value: string,
  more: Partial<FoundProperty> = {},
): FoundProperty {
  return {
    property,
    value,
    raw: value,
    confidence: 0.97,
    method: 'heuristic',
    reasons: [],
    page: 1,
    box: null,
    isConfirmed: false,
    candidates: [],
    ...more,
  };
}

/** An item of the validation list. */
export function sampleItem(more: Partial<Item> = {}): Item {
  const id = more.id ?? 'd1';
  return {
    id,
    documentId: `2026-11-041${id.slice(1)}`,
    companyId: 'c1',
    customerId: '1001',
    companyName: 'Vechtstreek Wonen B.V.',
    administrationId: 'a1',
    administrationName: 'Woonstichting De Vechtstreek',
    filename: 'factuur.pdf',
    createdAt: '2026-11-12T09:00:00Z',
    documentType: 'invoice',
    confidence: 0.64,
    property: 'number',
    value: '2026-1184',
    picture: `${id}-1.jpg`,
    lock: null,
    properties: [
      found('number', '2026-1184', { box: [0.3, 0.4, 0.4, 0.42], reasons: ['label:Factuurnummer'] }),
      found('date', '2026-11-12', { box: [0.3, 0.43, 0.45, 0.45], reasons: ['label:Factuurdatum'] }),
      found('total', '189897', {
        box: [0.8, 0.7, 0.9, 0.72],
        confidence: 0.64,
        reasons: ['sum'],
        candidates: [
          {
            value: '156940',
            raw: '1.569,40',
            confidence: 0.3,
            method: 'heuristic',
            reasons: [],
            page: 1,
            box: [0.8, 0.66, 0.9, 0.68],
          },
        ],
      }),
      found('creditor', 'Van Dijk Installaties B.V.', { reasons: ['kvk:05071234'] }),
    ],
    lines: [],
    vatRates: [],
    pages: [{ number: 1, width: 1240, height: 1754, picture: `${id}-1.jpg`, textSource: 'pdf' }],
    mime: 'application/pdf',
    trigger: null,
    invoice: { id: 'i1', isOpen: true },
    splitBefore: [],
    addressedTo: null,
    judged: null,
    rowVersion: 1,
    ...more,
  };
}

/** The same as a row of the list. */
export function rowOf(item: Item): Row<typeof unvalidated> {
  return unvalidated.row.parse(item);
}

/** A page with a few words. */
export const samplePage: PageWords = {
  number: 1,
  width: 1240,
  height: 1754,
  picture: 'd1-1.jpg',
  textSource: 'pdf',
  text: 'Factuurnummer 2026-1184\nVervaldatum 12 december 2026\nTe betalen € 1.898,97',
  words: [
    { text: 'Vervaldatum', box: [0.5, 0.43, 0.6, 0.45], confidence: 1 },
    { text: '12', box: [0.7, 0.43, 0.72, 0.45], confidence: 1 },
    { text: 'december', box: [0.725, 0.43, 0.78, 0.45], confidence: 1 },
    { text: '2026', box: [0.785, 0.43, 0.82, 0.45], confidence: 1 },
    { text: '1.569,40', box: [0.8, 0.66, 0.9, 0.68], confidence: 1 },
  ],
};

const gif = Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), (char) =>
  char.charCodeAt(0),
);
/** Answers a picture, whatever is asked. */
export const picture = () => new Response(gif, { headers: { 'content-type': 'image/gif' } });

/** A server that knows these items, with their pages. */
export function serveItems(server: FakeServer, items: readonly Item[]): void {
  server.list(unvalidated, {}, items.map(rowOf));
  server.on('GET', '/api/fmmodule/invoicerecognition/images', picture);
  for (const item of items) {
    server.one(unvalidated, {}, item);
    server.on('GET', `/api/fmmodule/invoicerecognition/unvalidated/${item.id}/pages/1`, () =>
      result(samplePage),
    );
    server.on('POST', `/api/fmmodule/invoicerecognition/unvalidated/${item.id}/lock`, () => result(null));
    server.on('DELETE', `/api/fmmodule/invoicerecognition/unvalidated/${item.id}/lock`, () => result({}));
  }
}

/** A row of the unknown documents. */
export function unknownDocumentRow(
  id: string,
  more: Partial<Row<typeof unknownDocuments>> = {},
): Row<typeof unknownDocuments> {
  return {
    id,
    documentId: `2026-11-050${id.slice(1)}`,
    companyId: 'c1',
    klant: { customerIdAndName: '1001 - Woonstichting De Vechtstreek' },
    administratie: { id: 'a1', bedrijfsnaam: 'Vechtstreek Wonen' },
    fileCreationTime: '2026-11-12T09:00:00Z',
    filename: 'scan.pdf',
    IsEdited: false,
    lastModified: '2026-11-12T09:00:00Z',
    triggerId: null,
    state: 'Onbekend',
    reasonCodes: ['no-total'],
    reason: 'Er is geen totaalbedrag gevonden',
    pageCount: 1,
    textLength: 1200,
    tries: 1,
    lock: null,
    hasQuestion: false,
    ...more,
  };
}

/** One document as its detail shows it. */
export function sampleDocument(
  more: Partial<z.output<typeof documentRecord>> = {},
): z.output<typeof documentRecord> {
  const item = sampleItem();
  return {
    ...unknownDocumentRow('d1'),
    filecontent: samplePage.text,
    regex: '',
    mime: 'application/pdf',
    trigger: null,
    isCredit: false,
    properties: item.properties,
    lines: [],
    vatRates: [],
    pages: item.pages,
    splitBefore: [],
    addressedTo: null,
    hasSource: false,
    invoiceId: null,
    question: null,
    administrations: [{ id: 'a1', name: 'Vechtstreek Wonen' }],
    rowVersion: 3,
    ...more,
  };
}
