import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { searchHit, searchPath } from '#contract/core/search.ts';
import type { Services } from '#server/platform/context.ts';
import { personalContextOf } from '#server/platform/http/caller.ts';
import { listParameters, readListQuery } from '#server/platform/http/mount-resource.ts';
import { findEverywhere, type Searcher } from './search.service.ts';

const querystring = listParameters.pick({ query: true });
// The words are read as those of any list.
const wordsOnly = { fields: {}, defaultSort: '' };

export function searchRoutes(app: FastifyInstance, services: Services, searchers: readonly Searcher[]): void {
  const schema = {
    tags: [searchPath],
    querystring,
    response: { 200: z.object({ result: z.array(searchHit) }) },
  };
  // Which rights it takes depends on what is found: each kind is asked for inside.
  app.get(`/api/${searchPath}`, { schema }, async (request) => {
    const { words } = readListQuery(wordsOnly, request);
    return { result: await findEverywhere(personalContextOf(services, request), searchers, words) };
  });
}
