import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

// What triggers kept in other tables is kept by the statements that write (decision 0075). So that none forgets it, these
// tables are written in these files only: whoever adds one says there what else has to follow.
const orderCounts = 'features/workorders/work-orders/order-counts.repository.ts';
const usage = 'features/documents/usage/usage.repository.ts';
const writers: Readonly<Record<string, { readonly files: readonly string[]; readonly keeps: string }>> = {
  work_order_counts: { files: [orderCounts], keeps: 'is what is counted' },
  usage_days: { files: [usage], keeps: 'is what is summed up' },
  usage_events: { files: [usage, 'app/demo/usage.ts'], keeps: 'usage_days' },
  work_orders: {
    files: [
      'features/workorders/offers/offered-order.repository.ts',
      'features/workorders/work-orders/fast-path.repository.ts',
      'features/workorders/work-orders/work-orders.repository.ts',
      'features/workorders/work-orders/work-orders.service.ts',
    ],
    keeps: `work_order_counts, by ${orderCounts}`,
  },
  invoices: {
    files: [
      'features/invoicing/approval/approval.repository.ts',
      'features/invoicing/approval/approval.service.ts',
      'features/invoicing/approval/standing.service.ts',
      'features/invoicing/booking/booking.repository.ts',
      'features/invoicing/booking/booking.service.ts',
      'features/invoicing/comments/comments.service.ts',
      'features/invoicing/creation/creation.repository.ts',
      'features/invoicing/creditors/merge.repository.ts',
      'features/invoicing/deliveries/deliveries.repository.ts',
      'features/invoicing/exports/export-run.repository.ts',
      'features/invoicing/exports/exported-invoices.repository.ts',
      'features/invoicing/files/pairs.repository.ts',
      'features/invoicing/files/take-apart.service.ts',
      'features/invoicing/invoices/invoice-hooks.repository.ts',
      'features/invoicing/invoices/invoice-hooks.ts',
      'features/invoicing/payment-status/payment-status.service.ts',
      'features/invoicing/retention/real-estate.service.ts',
      'features/invoicing/touchless/results.repository.ts',
      'features/invoicing/warnings/settings.repository.ts',
      'features/invoicing/warnings/warnings.repository.ts',
    ],
    keeps: `the marks of uses where a duplicate is involved, by markUsage of ${usage}`,
  },
  invoice_approvals: {
    files: [
      'features/invoicing/approval/approval.repository.ts',
      'features/invoicing/approvals/approvals.repository.ts',
      'features/invoicing/links/links.repository.ts',
    ],
    keeps: 'invoices.has_turns, where lines are added and where the last ones go',
  },
  documents: {
    files: [
      'app/demo/usage.ts',
      'features/documents/document-rows.ts',
      'features/documents/documents/documents.repository.ts',
      'features/documents/documents/documents.service.ts',
      'features/documents/documents/documents.slice.ts',
      'features/documents/intake/intake.repository.ts',
      'features/documents/pages/page-work.repository.ts',
      'features/documents/pages/page-work.service.ts',
      'features/documents/processing/processing.repository.ts',
      'features/documents/unknown/retry.repository.ts',
      'features/documents/unknown/unknown.repository.ts',
      'features/documents/unknown/unknown.service.ts',
      'features/invoicing/approval/standing.repository.ts',
      'features/invoicing/creditors/merge.repository.ts',
    ],
    keeps: `the marks of uses where a document becomes unprocessable or is so no more, by markUsage of ${usage}`,
  },
};

const root = new URL('../', import.meta.url);
const isProduct = (file: string) => !/(^|\/)testing\/|\.test\.ts$/.test(file);
const writes = (table: string) =>
  new RegExp(
    `(insertInto|updateTable|deleteFrom)\\('${table}( as \\w+)?'\\)` +
      `|(insertRows?|updateRow|softDelete)\\(\\s*\\w+,\\s*\\w+,\\s*'${table}'` +
      `|(insert into|update|delete from) ${table}\\b(?! set default)`,
  );

test.each(Object.entries(writers))(
  '%s is written only where what follows from it is kept',
  async (table, { files, keeps }) => {
    const found: string[] = [];
    for await (const file of glob('**/*.ts', { cwd: root })) {
      if (!isProduct(file)) continue;
      if (writes(table).test(await readFile(new URL(file, root), 'utf8'))) found.push(file);
    }
    expect(found.toSorted(), `it keeps ${keeps}`).toEqual([...files].toSorted());
  },
);
