import type { DocumentProperty } from '#contract/documents/properties.ts';
import { unvalidated } from '#contract/documents/validation.ts';
import { exportFields } from '#server/platform/http/mount-export.ts';
import { slice } from '#server/platform/resource/slice.ts';
import { stream } from './validation.repository.ts';
import { findUnvalidated, listUnvalidated } from './validation.service.ts';

export const unvalidatedSlice = slice({
  resource: unvalidated,
  service: { list: listUnvalidated, find: (ctx, id) => findUnvalidated(ctx, id) },
  history: 'none',
  trash: 'none',
  exports: exportFields('unvalidated-documents', async (ctx, query) => withValues(stream(ctx, query)), [
    ['documentId', 'text'],
    ['customerId', 'text'],
    ['administrationName', 'text'],
    ['filename', 'text'],
    ['createdAt', 'instant'],
    ['confidence', 'number'],
    ['creditor', 'text'],
    ['number', 'text'],
    ['date', 'day'],
    ['dueDate', 'day'],
    ['excl', 'cents'],
    ['vat', 'cents'],
    ['total', 'cents'],
    ['currency', 'text'],
  ]),
});

async function* withValues(rows: ReturnType<typeof stream>) {
  for await (const row of rows) {
    const text = (name: DocumentProperty) =>
      row.properties.find(({ property }) => property === name)?.value ?? null;
    const cents = (name: DocumentProperty) => {
      const value = text(name);
      return value !== null && /^-?\d+$/.test(value) ? Number(value) : null;
    };
    yield {
      ...row,
      creditor: text('creditor'),
      number: text('number'),
      date: text('date'),
      dueDate: text('dueDate'),
      excl: cents('excl'),
      vat: cents('vat'),
      total: cents('total'),
      currency: text('currency'),
    };
  }
}
