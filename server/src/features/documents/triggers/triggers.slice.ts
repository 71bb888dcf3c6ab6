import { sql } from 'kysely';
import { triggers } from '#contract/documents/triggers.ts';
import { exportFields, streamed } from '#server/platform/http/mount-export.ts';
import { historyBy, slice } from '#server/platform/resource/slice.ts';
import { findById, stream } from './triggers.repository.ts';
import { nameWrongPatterns, triggerRoutes } from './triggers.routes.ts';
import { triggersService } from './triggers.service.ts';
import './triggers.tables.ts';

export const triggerSlice = slice({
  resource: triggers,
  service: triggersService,
  prepare: nameWrongPatterns,
  routes: triggerRoutes,
  history: historyBy(findById),
  trash: { table: 'triggers', name: sql`naam` },
  exports: exportFields('triggers', streamed(stream), [
    ['naam', 'text'],
    ['crediteur', 'text'],
    ['keywords', 'text'],
    ['factuurnummer', 'text'],
    ['factuurdatum', 'text'],
    ['totaalbedrag', 'text'],
    ['creditmodifier', 'text'],
    ['isPdf', 'boolean'],
    ['updatedAt', 'instant'],
  ]),
});
