import { columnHead } from '#contract/column-texts.ts';
import type { Language } from '#contract/problem.ts';
import { invoiceListParameters } from '#contract/invoicing/invoices.ts';
import { exportFields } from '#server/platform/http/mount-export.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { stream as streamInvoices } from './invoices.repository.ts';
import { cameInOf } from '../touchless/stopped.ts';
import { turnOf } from '../workload/workload.service.ts';
import type { StoredParties } from './invoices.service.ts';

/** The list of invoices with its filters, states in words. */
export const invoiceExport = exportFields(
  'invoices',
  async (ctx, query, request) => {
    const { status: states, companyId, approver, ...came } = parseInput(invoiceListParameters, request.query);
    const which = { states, companyId, turnOf: await turnOf(ctx, companyId, approver), came: cameInOf(came) };
    return inWords(ctx.language, streamInvoices(ctx.db, ctx.scope, query, which));
  },
  [
    ['documentId', 'text'],
    ['invoiceNumber', 'text'],
    ['invoiceDate', 'day'],
    ['creditor.name', 'text'],
    ['description', 'text'],
    ['currency', 'text'],
    ['totalAmount', 'cents'],
    ['statusValue', 'text'],
    ['approvalState', 'text'],
    ['createdAt', 'instant'],
    // Later ones stand behind: sheets refer to columns by their place.
    ['dueDate', 'day'],
    ['kvk', 'text'],
    ['iban', 'text'],
    ['orderNumber', 'text'],
    ['company.name', 'text'],
    ['administration.name', 'text'],
    ['approver', 'text'],
  ],
);

// Sheets show states in words, as the screen does.
async function* inWords<R extends StoredParties & { statusValue: string; approvalState: string }>(
  language: Language,
  rows: AsyncIterable<R>,
) {
  const word = (name: string) => columnHead(language, 'invoices', name);
  for await (const row of rows) {
    yield {
      ...row,
      'creditor.name': row.creditorName,
      'company.name': row.companyName,
      'administration.name': row.administrationName,
      statusValue: word(`status.${row.statusValue}`),
      approvalState: word(`approval.${row.approvalState}`),
    };
  }
}
