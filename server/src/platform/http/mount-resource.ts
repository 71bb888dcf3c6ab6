import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  type ListQuery,
  ListQueryError,
  type ListQueryOptions,
  type ListResource,
  parseListQuery,
} from '#contract/list-query.ts';
import { listLimits } from '#contract/list-query/tree.ts';
import type { CreateBody, Parents, Rec, ResourceDefinition, Row, UpdateBody } from '#contract/resource.ts';
import type { Context, Services } from '../context.ts';
import { contextOf } from './caller.ts';
import { tagVersion, versionAsked } from './etags.ts';
import { orNotFound, problem } from './problem.ts';

/** A page of rows; `count` is there iff the query asked for it. */
export interface Page<T> {
  readonly rows: readonly T[];
  readonly count?: number;
}

/** What a resource's service may promise; a verb that is absent is not mounted. Plain functions, context first. */
export interface ResourceService<R extends ResourceDefinition> {
  list?(ctx: Context, query: ListQuery, parents: Parents<R>): Promise<Page<Row<R>>>;
  find?(ctx: Context, id: string, parents: Parents<R>): Promise<Rec<R> | null | undefined>;
  create?(ctx: Context, body: CreateBody<R>, parents: Parents<R>): Promise<Rec<R>>;
  update?(ctx: Context, id: string, body: UpdateBody<R>, parents: Parents<R>): Promise<Rec<R>>;
  remove?(ctx: Context, id: string, parents: Parents<R>): Promise<void>;
}

/** Mounts the verbs that the service has, each behind `{permission}.{verb}`: parses, guards, wraps in `result`. `bodyLimit` is in bytes. */
export function mountResource<R extends ResourceDefinition>(
  app: FastifyInstance,
  services: Services,
  resource: R,
  service: ResourceService<R>,
  limits: { readonly bodyLimit?: number } = {},
): void {
  const url = urlOf(resource);
  const one = z.object({ result: resource.record });
  const guard = (verb: string) => `${resource.permission}.${verb}`;
  const { list, find, create, update, remove } = service;

  if (list) {
    const answer = pageSchema(resource.row);
    const permission = guard('read');
    app.get(
      url,
      {
        config: { permission, resource },
        schema: { querystring: listParameters, response: { 200: answer } },
      },
      async (request) => {
        const ctx = contextOf(services, request, permission);
        return pageAnswer(await list(ctx, readListQuery(resource, request), parentsOf<R>(request)));
      },
    );
  }
  if (find) {
    const permission = guard('read');
    app.get(
      `${url}/:id`,
      { config: { permission, resource }, schema: { response: { 200: one } } },
      async (request, reply) => {
        const ctx = contextOf(services, request, permission);
        const record = orNotFound(await find(ctx, idOf(request), parentsOf<R>(request)));
        tagVersion(reply, record);
        return { result: record };
      },
    );
  }
  if (create && resource.create) {
    const permission = guard('create');
    const schema = { body: resource.create, response: { 201: one } };
    app.post(url, { ...limits, config: { permission, resource }, schema }, async (request, reply) => {
      const ctx = contextOf(services, request, permission);
      return reply
        .code(201)
        .send({ result: await create(ctx, parsedBy<CreateBody<R>>(request.body), parentsOf<R>(request)) });
    });
  }
  if (update && resource.update) {
    const permission = guard('update');
    const schema = { body: resource.update, response: { 200: one } };
    app.put(
      `${url}/:id`,
      { ...limits, config: { permission, resource }, schema, preValidation: sameRecord },
      async (request, reply) => {
        const ctx = contextOf(services, request, permission);
        const record = await update(
          ctx,
          idOf(request),
          parsedBy<UpdateBody<R>>(request.body),
          parentsOf<R>(request),
        );
        tagVersion(reply, record);
        return { result: record };
      },
    );
  }
  if (remove) {
    const permission = guard('delete');
    app.delete(
      `${url}/:id`,
      { config: { permission, resource }, schema: { response: { 204: z.null() } } },
      async (request, reply) => {
        const ctx = contextOf(services, request, permission);
        await remove(ctx, idOf(request), parentsOf<R>(request));
        return reply.code(204).send();
      },
    );
  }
}

/** The address of a resource's list, as routes spell it: `/api/core/companies/:companyId/users`. */
export function urlOf({ path }: Pick<ResourceDefinition, 'path'>): string {
  return `/api/${path.replace(/\{(\w+)\}/g, ':$1')}`;
}

/** The schema of a list's answer. */
export function pageSchema<Row extends z.ZodType>(row: Row) {
  return z.object({ result: z.array(row), metadata: z.object({ count: z.int().optional() }) });
}

/** A page as a list answers it. */
export function pageAnswer<T>({ rows, count }: Page<T>) {
  return { result: rows, metadata: count === undefined ? {} : { count } };
}

// Made once: making a schema costs more than a small request.
/** The query of an address, as it came in. */
export const anyQuery = z.record(z.string(), z.unknown());

// The list parser reads them, and says what is wrong with its place; a repeated one is its to refuse.
const text = z.union([z.string(), z.array(z.string())]).optional();
/** The query parameters of every list (§B2, §B3, §B4); unknown ones are ignored. */
export const listParameters = z.looseObject({
  $top: text,
  $skip: text,
  $count: text,
  $orderby: text,
  $filter: text,
  $select: text,
  $expand: text,
  query: text,
});

/** Reads the list query of a request; 400 naming the place when it cannot be read (§B3), or may not be known. */
export function readListQuery(
  resource: ListResource,
  request: FastifyRequest,
  options?: ListQueryOptions,
): ListQuery {
  try {
    return parseListQuery(resource, anyQuery.parse(request.query), options);
  } catch (error) {
    if (!(error instanceof ListQueryError)) throw error;
    if (error.code === 'bad-top')
      throw problem.of('bad-query', { sentence: 'bad-top', values: { max: String(listLimits.top) } });
    throw problem.of('bad-query', {
      sentence: 'bad-query',
      values: { parameter: error.parameter, position: String(error.position + 1) },
    });
  }
}

/** The `:id` of a route. */
export function idOf({ params }: FastifyRequest): string {
  const id = namedId(params);
  if (id === undefined) throw new Error('the route has no :id');
  return id;
}

function namedId(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined;
  return typeof value.id === 'string' ? value.id : undefined;
}

function isParsed<T>(value: unknown): value is T {
  return typeof value === 'object' && value !== null;
}

// Fastify's validator has parsed the value by the resource's own schema; this states it for the types.
function parsedBy<T>(value: unknown): T {
  if (!isParsed<T>(value)) throw problem.of('bad-request');
  return value;
}

/** The parents in the address of a request, by the names in the resource's path. */
export function parentsOf<R extends Pick<ResourceDefinition, 'path'>>(request: FastifyRequest): Parents<R> {
  return parsedBy<Parents<R>>(request.params);
}

// The body of a PUT may name the record (product 1.7), but no other one than the address does.
function namesOther({ body, params }: FastifyRequest): boolean {
  const [named, address] = [namedId(body), namedId(params)];
  return named !== undefined && address !== undefined && named !== address;
}

/**
 * `preValidation` of a PUT: refuses a body that names another record than its address, and takes If-Match as the
 * `rowVersion` of the body, which wins when both are there (§B5). A condition that cannot be read is 400, never passed over.
 */
export function sameRecord(
  request: FastifyRequest,
  _reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  if (namesOther(request)) return done(problem.validation({ id: ['invalid'] }));
  const version = versionAsked(request.headers['if-match']);
  if (version === null) return done(problem.validation({ row_version: ['invalid'] }));
  const { body } = request;
  if (version !== undefined && typeof body === 'object' && body !== null && !('rowVersion' in body))
    Object.assign(body, { rowVersion: version });
  done();
}
