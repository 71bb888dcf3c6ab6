import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { searchHit, searchPath } from '#contract/core/search.ts';
import type { Services } from '#server/platform/context.ts';
import { personalContextOf } from '#server/platform/http/caller.ts';
import { listParameters, readListQuery } from '#server/platform/http/mount-resource.ts';
import type { SearchKind } from '#server/platform/resource/slice.ts';
import { findEverywhere } from './search.service.ts';

const querystring = listParameters.pick({ query: true });
// The words are read as those of any list.
const wordsOnly = { fields: {}, defaultSort: '' };

/** @param kinds in any order */
export function searchRoutes(app: FastifyInstance, services: Services, kinds: readonly SearchKind[]): void {
  const ranked = kinds.toSorted((a, b) => a.rank - b.rank);
  const schema = {
    querystring,
    response: { 200: z.object({ result: z.array(searchHit) }) },
  };
  // Permission depends on the kind; checked in the service.
  app.get(
    `/api/${searchPath}`,
    { config: { summary: 'Search all that the caller may read', programs: true }, schema },
    async (request) => {
      const { words } = readListQuery(wordsOnly, request);
      return { result: await findEverywhere(personalContextOf(services, request), ranked, words) };
    },
  );
}
