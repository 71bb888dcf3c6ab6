import { supplierBoard, triggerBoard } from '#contract/documents/board.ts';
import { exportFields } from '#server/platform/http/mount-export.ts';
import { slice } from '#server/platform/resource/slice.ts';
import { findSupplier, streamSuppliers, streamTriggers } from './board.repository.ts';
import { supplierBoardService, triggerBoardService } from './board.service.ts';

const exportedCounts = [
  ['name', 'text'],
  ['customerIdAndName', 'text'],
  ['documentCount', 'number'],
  ['validatedCount', 'number'],
  ['positiveShare', 'number'],
  ['unchangedShare', 'number'],
  ['lastDocumentAt', 'instant'],
] as const;

export const supplierBoardSlice = slice({
  resource: supplierBoard,
  service: supplierBoardService,
  history: { companyOf: async (ctx, id) => (await findSupplier(ctx.db, ctx, id))?.companyId },
  trash: 'none',
  exports: exportFields('supplier-board', async (ctx, query) => streamSuppliers(ctx, query), [
    ...exportedCounts,
    ['isAutomatic', 'boolean'],
  ]),
});

export const triggerBoardSlice = slice({
  resource: triggerBoard,
  service: triggerBoardService,
  history: 'none',
  trash: 'none',
  exports: exportFields('trigger-board', async (ctx, query) => streamTriggers(ctx, query), exportedCounts),
});
