import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { problemKinds } from '#contract/problem.ts';
import { sentence } from '#contract/problem-texts.ts';
import type { Context, Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { languageOf } from '#server/platform/http/language.ts';
import { orNotFound, Problem, problem } from '#server/platform/http/problem.ts';
import { readScimFilter } from './scim.filter.ts';
import { changesOf, scimPatch } from './scim.patch.ts';
import {
  findGroup,
  findUser,
  listGroups,
  listUsers,
  type ScimGroup,
  type ScimUser,
} from './scim.repository.ts';
import {
  changedGroup,
  changedUser,
  groupOf,
  refusalOf,
  scimGroupBody,
  ScimRefusal,
  scimUserBody,
  userOf,
} from './scim.rules.ts';
import { maxPage, resourceTypes, schemas, scimPath, serviceProviderConfig, urn } from './scim.schemas.ts';
import {
  changeGroup,
  changeUser,
  companyOf,
  createGroup,
  createUser,
  removeGroup,
  removeUser,
  versionOf,
} from './scim.service.ts';

const mediaType = 'application/scim+json; charset=utf-8';
const permission = 'core.scim.provision';
const usualPage = 100;

const whole = z.coerce.number().int();
const listQuery = z.looseObject({
  filter: z.string().optional(),
  startIndex: whole.catch(1).default(1),
  count: whole.catch(usualPage).default(usualPage),
  attributes: z.string().optional(),
  excludedAttributes: z.string().optional(),
});
type ListQuery = z.output<typeof listQuery>;
type Shown = Readonly<Record<string, unknown>>;

/**
 * SCIM 2.0 (RFC 7643 and 7644) for the directory of a company: users and groups come, change and go there. Mount where
 * callers are known. Failures are answered as SCIM says, not as problems.
 */
export function scimRoutes(api: FastifyInstance, services: Services): void {
  void api.register(async (app) => {
    const parse = app.getDefaultJsonParser('error', 'error');
    app.addContentTypeParser('application/scim+json', { parseAs: 'string', bodyLimit: 1024 * 1024 }, parse);
    app.setErrorHandler((error, request, reply) => sendRefusal(error, request, reply));
    const config = { permission, programs: true, repeatable: 'as SCIM has it' } as const;
    const options = { config, schema: { hide: true } };
    const at = (path: string) => `${scimPath}${path}`;
    const contextFor = (request: FastifyRequest): Context => {
      const ctx = contextOf(services, request, permission);
      companyOf(ctx);
      return ctx;
    };

    const constant = (path: string, all: readonly { readonly id: string }[]) => {
      app.get(at(path), options, async (request, reply) => {
        contextFor(request);
        return answer(reply, 200, listOf(all, { count: all.length, startIndex: 1 }));
      });
      app.get(at(`${path}/:name`), options, async (request, reply) => {
        contextFor(request);
        const { name } = z.object({ name: z.string() }).parse(request.params);
        return answer(reply, 200, orNotFound(all.find(({ id }) => id.toLowerCase() === name.toLowerCase())));
      });
    };
    app.get(at('/ServiceProviderConfig'), options, async (request, reply) => {
      contextFor(request);
      return answer(reply, 200, serviceProviderConfig);
    });
    constant('/ResourceTypes', resourceTypes);
    constant('/Schemas', schemas);

    app.get(at('/Users'), options, async (request, reply) => {
      const ctx = contextFor(request);
      const asked = queryOf(request);
      const { rows, count } = await listUsers(ctx.db, ctx.scope, pageOf(asked));
      const shown = rows.map((user) => chosen(userView(user, request), asked));
      return answer(reply, 200, listOf(shown, { count, startIndex: firstOf(asked) }));
    });
    app.post(at('/Users'), options, async (request, reply) => {
      const user = await createUser(contextFor(request), userOf(read(scimUserBody, request.body)));
      return sendUser(request, reply, user, 201);
    });
    app.get(at('/Users/:id'), options, async (request, reply) => {
      const ctx = contextFor(request);
      return sendUser(request, reply, orNotFound(await findUser(ctx.db, ctx.scope, idOf(request))));
    });
    app.put(at('/Users/:id'), options, async (request, reply) => {
      const ctx = contextFor(request);
      const id = idOf(request);
      orNotFound(await findUser(ctx.db, ctx.scope, id));
      const wanted = userOf(read(scimUserBody, request.body));
      return sendUser(request, reply, await changeUser(ctx, id, versionAsked(request), () => wanted));
    });
    app.patch(at('/Users/:id'), options, async (request, reply) => {
      const ctx = contextFor(request);
      const id = idOf(request);
      orNotFound(await findUser(ctx.db, ctx.scope, id));
      const changes = patchOf(request);
      const change = (user: ScimUser) => changedUser(user, changes);
      return sendUser(request, reply, await changeUser(ctx, id, versionAsked(request), change));
    });
    app.delete(at('/Users/:id'), options, async (request, reply) => {
      await removeUser(contextFor(request), idOf(request));
      return reply.code(204).send();
    });

    app.get(at('/Groups'), options, async (request, reply) => {
      const ctx = contextFor(request);
      const asked = queryOf(request);
      const { rows, count } = await listGroups(ctx.db, ctx.scope, pageOf(asked));
      const shown = rows.map((group) => chosen(groupView(group, request), asked));
      return answer(reply, 200, listOf(shown, { count, startIndex: firstOf(asked) }));
    });
    app.post(at('/Groups'), options, async (request, reply) => {
      const group = await createGroup(contextFor(request), groupOf(read(scimGroupBody, request.body)));
      return sendGroup(request, reply, group, 201);
    });
    app.get(at('/Groups/:id'), options, async (request, reply) => {
      const ctx = contextFor(request);
      return sendGroup(request, reply, orNotFound(await findGroup(ctx.db, ctx.scope, idOf(request))));
    });
    app.put(at('/Groups/:id'), options, async (request, reply) => {
      const ctx = contextFor(request);
      const id = idOf(request);
      orNotFound(await findGroup(ctx.db, ctx.scope, id));
      const wanted = groupOf(read(scimGroupBody, request.body));
      return sendGroup(request, reply, await changeGroup(ctx, id, versionAsked(request), () => wanted));
    });
    app.patch(at('/Groups/:id'), options, async (request, reply) => {
      const ctx = contextFor(request);
      const id = idOf(request);
      orNotFound(await findGroup(ctx.db, ctx.scope, id));
      const changes = patchOf(request);
      const change = (group: ScimGroup) => changedGroup(group, changes);
      return sendGroup(request, reply, await changeGroup(ctx, id, versionAsked(request), change));
    });
    app.delete(at('/Groups/:id'), options, async (request, reply) => {
      await removeGroup(contextFor(request), idOf(request));
      return reply.code(204).send();
    });
  });
}

function answer(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply
    .code(status)
    .header('content-type', mediaType)
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .send(body);
}

function listOf(resources: readonly object[], { count, startIndex }: { count: number; startIndex: number }) {
  return {
    schemas: [urn.list],
    totalResults: count,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

function sendUser(request: FastifyRequest, reply: FastifyReply, user: ScimUser, status = 200): FastifyReply {
  return sendRecord(reply, chosen(userView(user, request), queryOf(request)), user.rowVersion, status);
}

function sendGroup(request: FastifyRequest, reply: FastifyReply, group: ScimGroup, status = 200) {
  return sendRecord(reply, chosen(groupView(group, request), queryOf(request)), group.rowVersion, status);
}

function sendRecord(reply: FastifyReply, shown: Shown, rowVersion: number, status: number): FastifyReply {
  const { meta } = z.looseObject({ meta: z.object({ location: z.string() }).optional() }).parse(shown);
  if (status === 201 && meta) reply.header('location', meta.location);
  return answer(reply.header('etag', versionOf(rowVersion)), status, shown);
}

function userView(
  { id, email, firstName, lastName, active, externalId, ...user }: ScimUser,
  request: FastifyRequest,
) {
  const formatted = `${firstName} ${lastName}`.trim();
  return {
    schemas: [urn.user],
    id,
    ...(externalId === null ? {} : { externalId }),
    userName: email,
    name: { givenName: firstName, familyName: lastName, formatted },
    displayName: formatted,
    active,
    emails: [{ value: email, type: 'work', primary: true }],
    meta: metaOf('User', { id, ...user }, request),
  };
}

function groupView({ id, name, externalId, members, ...group }: ScimGroup, request: FastifyRequest) {
  return {
    schemas: [urn.group],
    id,
    ...(externalId === null ? {} : { externalId }),
    displayName: name,
    members: members.map((member) => ({
      ...member,
      type: 'User',
      $ref: urlOf(request, `/Users/${member.value}`),
    })),
    meta: metaOf('Group', { id, ...group }, request),
  };
}

function metaOf(
  resourceType: 'User' | 'Group',
  record: Pick<ScimUser, 'id' | 'createdAt' | 'updatedAt' | 'rowVersion'>,
  request: FastifyRequest,
) {
  return {
    resourceType,
    created: record.createdAt,
    lastModified: record.updatedAt,
    version: versionOf(record.rowVersion),
    location: urlOf(request, `/${resourceType}s/${record.id}`),
  };
}

// The host is one of ours: others were answered 421.
function urlOf({ protocol, host }: FastifyRequest, path: string): string {
  return `${protocol}://${host}${scimPath}${path}`;
}

const always = new Set(['schemas', 'id']);

// `attributes` and `excludedAttributes` by their first part: a part of `name` is not left out alone.
function chosen(shown: Shown, { attributes, excludedAttributes }: ListQuery): Shown {
  const names = (text: string | undefined) =>
    (text ?? '')
      .split(',')
      .map(
        (name) =>
          name
            .trim()
            .replace(/^urn:.*:/, '')
            .split('.')[0]
            ?.toLowerCase() ?? '',
      )
      .filter((name) => name !== '');
  const [only, without] = [names(attributes), names(excludedAttributes)];
  return Object.fromEntries(
    Object.entries(shown).filter(([name]) => {
      const key = name.toLowerCase();
      return always.has(name) || (!without.includes(key) && (only.length === 0 || only.includes(key)));
    }),
  );
}

function queryOf({ query }: FastifyRequest): ListQuery {
  return read(listQuery, query);
}

function firstOf({ startIndex }: ListQuery): number {
  return Math.min(Math.max(1, startIndex), 1_000_000);
}

function pageOf(asked: ListQuery) {
  const { filter, count } = asked;
  return {
    filter: filter === undefined || filter.trim() === '' ? null : filterOf(filter),
    skip: firstOf(asked) - 1,
    top: Math.min(Math.max(0, count), maxPage),
  };
}

function filterOf(text: string) {
  try {
    return readScimFilter(text);
  } catch (error) {
    throw refusalOf(error, 'invalidFilter');
  }
}

function patchOf({ body }: FastifyRequest) {
  try {
    return changesOf(read(scimPatch, body));
  } catch (error) {
    throw refusalOf(error, 'invalidPath');
  }
}

function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const given = schema.safeParse(value);
  if (given.success) return given.data;
  const [issue] = given.error.issues;
  const where = issue?.path.join('.') ?? '';
  throw new ScimRefusal(400, 'invalidValue', where === '' ? 'The body cannot be read.' : `Wrong: ${where}.`);
}

function idOf({ params }: FastifyRequest): string {
  return z.object({ id: z.string() }).parse(params).id;
}

function versionAsked({ headers }: FastifyRequest): string | undefined {
  return headers['if-match'];
}

function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, scimType, detail } = inScim(error, request);
  const body = {
    schemas: [urn.error],
    status: String(status),
    ...(scimType === undefined ? {} : { scimType }),
    detail,
  };
  if (status >= 500) request.log.error({ err: error }, 'scim failed');
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  if (error instanceof Problem && error.extras.retryAfterSeconds !== undefined)
    reply.header('retry-after', error.extras.retryAfterSeconds);
  return answer(reply, status, body);
}

function inScim(
  error: unknown,
  request: FastifyRequest,
): Pick<ScimRefusal, 'status' | 'scimType'> & { detail: string } {
  if (error instanceof ScimRefusal)
    return { ...error, status: error.status, scimType: error.scimType, detail: error.message };
  const refused = refusalOf(error, 'invalidFilter');
  if (refused instanceof ScimRefusal)
    return { status: refused.status, scimType: refused.scimType, detail: refused.message };
  if (error instanceof Problem) {
    const { sentence: key, values = {} } = error.extras;
    const detail = key === undefined ? error.kind : sentence(languageOf(request), key, values);
    return { status: problemKinds[error.kind], scimType: undefined, detail };
  }
  const status = z.object({ statusCode: z.int().min(400).max(499) }).safeParse(error);
  return status.success
    ? { status: status.data.statusCode, scimType: 'invalidSyntax', detail: 'The request cannot be read.' }
    : { status: 500, scimType: undefined, detail: problem.of('internal').kind };
}
