import { sql } from 'kysely';
import { releases } from '#contract/releases/releases.ts';
import { exportFields, streamed } from '#server/platform/http/mount-export.ts';
import { parseListQuery } from '#contract/list-query.ts';
import { historyBy, slice } from '#server/platform/resource/slice.ts';
import * as repository from './releases.repository.ts';
import { releaseRoutes } from './releases.routes.ts';
import { releasesService } from './releases.service.ts';

/** Releases: the provider's, of no company. */
export const releaseSlice = slice({
  resource: releases,
  service: releasesService,
  routes: releaseRoutes,
  history: historyBy(repository.findById),
  trash: { table: 'releases', name: sql`concat_ws(' ', name, version, build)`, company: null },
  exports: exportFields('releases', streamed(repository.stream), [
    ['name', 'text'],
    ['version', 'text'],
    ['build', 'text'],
    ['active', 'boolean'],
    ['forceUpdate', 'boolean'],
    ['availableFrom', 'instant'],
    ['availableForEveryOne', 'boolean'],
    ['rolloutPercentage', 'number'],
    ['assignedCompanies', 'number'],
    ['totalCompanyCount', 'number'],
    ['assignedUsers', 'number'],
    ['totalUserCount', 'number'],
    ['createdAt', 'instant'],
  ]),
  // By name, version and build.
  search: {
    rank: 9,
    async find({ db, scope }, words, max) {
      const query = parseListQuery(releases, { query: words.join(' '), $top: String(max) });
      const { rows } = await repository.list(db, scope, query);
      return rows.map(({ id, name, version, build }) => ({
        id,
        parentId: null,
        title: name,
        subtitle: `${version} · ${build}`,
      }));
    },
  },
});
