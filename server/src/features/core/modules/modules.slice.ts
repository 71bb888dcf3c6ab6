import { sql } from 'kysely';
import { modules } from '#contract/core/modules.ts';
import { exportFields, streamed } from '#server/platform/http/mount-export.ts';
import { historyBy, slice } from '#server/platform/resource/slice.ts';
import { findById, stream, uniqueFields } from './modules.repository.ts';
import { modulesService } from './modules.service.ts';

const givenUp = (id: string) =>
  sql`delete from company_modules where module_id = ${id} and deleted_at is not null`;

export const moduleSlice = slice({
  resource: modules,
  service: modulesService,
  history: historyBy(findById),
  trash: {
    table: 'modules',
    name: sql`name`,
    company: null,
    uniqueFields,
    beforePurge: ({ id }) => [givenUp(id)],
  },
  exports: exportFields('modules', streamed(stream), ['name', 'code', ['createdAt', 'instant']]),
});
