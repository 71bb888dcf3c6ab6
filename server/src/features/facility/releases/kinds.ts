import { sql } from 'kysely';
import { releases } from '#contract/facility/releases.ts';
import { parseListQuery } from '#contract/list-query.ts';
import { type HistoryKind, type Searcher, type TrashKind, trashTable } from '#server/features/core/index.ts';
import { noCompany } from '#server/platform/db/ids.ts';
import * as repository from './releases.repository.ts';

/** The records of this slice that have a history; a release's stands under no company. */
export const releaseHistory: readonly HistoryKind[] = [
  {
    entity: releases.permission,
    companyOf: async (ctx, id) =>
      (await repository.findById(ctx.db, ctx.scope, id)) ? noCompany : undefined,
  },
];

/** Releases in the trash; of no company, for who reaches everything. */
export const releaseTrash: readonly TrashKind[] = [
  trashTable({
    entity: releases.permission,
    path: releases.path,
    table: 'releases',
    name: sql`concat_ws(' ', name, version, build)`,
    company: null,
  }),
];

/** Releases by name, version and build, for the one search. */
export const releaseSearchers: readonly Searcher[] = [
  {
    kind: releases.permission,
    async find({ db, scope }, words, most) {
      const query = parseListQuery(releases, { query: words.join(' '), $top: String(most) });
      const { rows } = await repository.list(db, scope, query);
      return rows.map(({ id, name, version, build }) => ({
        id,
        parentId: null,
        title: name,
        subtitle: `${version} · ${build}`,
      }));
    },
  },
];
