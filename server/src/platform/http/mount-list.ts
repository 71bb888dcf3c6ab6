import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ListQuery } from '#contract/list-query.ts';
import { projectRow } from '#contract/list-query/project.ts';
import type { Parents, ResourceDefinition, Row } from '#contract/resource.ts';
import type { Context, Services } from '../context.ts';
import { contextOf } from './caller.ts';
import {
  anyQuery,
  listParameters,
  type Page,
  pageAnswer,
  pageSchema,
  parentsOf,
  readListQuery,
  urlOf,
} from './mount-resource.ts';

/** How a list answers, and what of it a caller may not know. */
export interface ProjectedList<R extends ResourceDefinition> {
  /** `pairs` are all of the address's query, for a resource that knows one more (`workOrderId=`). */
  readonly list: (
    ctx: Context,
    query: ListQuery,
    parents: Parents<R>,
    pairs: Readonly<Record<string, unknown>>,
  ) => Promise<Page<Row<R>>>;
  /** Wire paths that this caller may not name in any parameter; leaving them out of the rows is the service's part. */
  readonly hidden?: (ctx: Context) => ReadonlySet<string>;
}

/**
 * `GET {collection}` for clients that choose what they want: `$select` and `$expand` shape each row. The list of
 * `mountResource` answers complete rows; mount this one in its place.
 */
export function mountList<R extends ResourceDefinition>(
  app: FastifyInstance,
  services: Services,
  resource: R,
  { list, hidden }: ProjectedList<R>,
): void {
  const url = urlOf(resource);
  const permission = `${resource.permission}.read`;
  // Rows lose what was not chosen after the contract has parsed them, so the answer itself takes any part of one.
  const answer = pageSchema(z.looseObject({}));
  const every = z.array(resource.row);
  const schema = { querystring: listParameters, response: { 200: answer } };
  app.get(
    url,
    { config: { permission, resource, answer: pageSchema(resource.row) }, schema },
    async (request, reply) => {
      const ctx = contextOf(services, request, permission);
      const query = readListQuery(resource, request, hidden ? { hidden: hidden(ctx) } : {});
      const { rows, count } = await list(ctx, query, parentsOf<R>(request), anyQuery.parse(request.query));
      const parsed = every.parse(rows);
      // The contract has parsed it: a second time would cost as much as the rest of a page.
      reply.serializer(JSON.stringify).type('application/json; charset=utf-8');
      const shaped = parsed.map((row) => projectRow(query, resource.fields, row));
      return pageAnswer({ rows: shaped, ...(count === undefined ? {} : { count }) });
    },
  );
}
