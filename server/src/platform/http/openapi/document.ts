import type { FastifyContextConfig, FastifySchema } from 'fastify';
import { z } from 'zod';
import { listParameters } from '../mount-resource.ts';
import { failureRef, failureResponses, failuresOf, problemSchema } from './failures.ts';
import { Examples } from './examples.ts';
import { type JsonSchema, NamedSchemas } from './named-schemas.ts';
import { type OperationNames, operationNames, pascal, type Place, tagOf } from './operations.ts';
import { headers, info, listParameterRefs, securitySchemes, servers, sharedParameters } from './shared.ts';

const form = 'multipart/form-data';
const json = 'application/json';

/** A route of the API, as it was mounted. */
export interface ApiRoute {
  readonly method: string;
  readonly url: string;
  readonly schema: FastifySchema;
  readonly config: Partial<FastifyContextConfig>;
}

interface Operation {
  readonly route: ApiRoute;
  readonly place: Place;
  readonly names: OperationNames;
  readonly query: z.ZodObject | undefined;
  readonly body: z.ZodType | undefined;
  /** By status; null where nothing is answered. */
  readonly answers: readonly (readonly [status: number, answer: z.ZodType | null])[];
  readonly failures: readonly number[];
}

/** The contract of the given routes as an OpenAPI 3.1 document. */
export function openApiDocument(routes: readonly ApiRoute[]): JsonSchema {
  const schemas = new NamedSchemas();
  const resources = new Map(
    routes.flatMap(({ config: { resource } }) =>
      resource?.name ? [[resource.path, resource] as const] : [],
    ),
  );
  const operations = routes.map((route) => readOperation(route, resources));
  // Records first: an action that answers one refers to it.
  for (const operation of operations) nameRecords(schemas, operation);
  for (const operation of operations) nameOthers(schemas, operation);

  const components = schemas.components();
  const writing = { schemas, examples: new Examples(components) };
  const paths = new Map<string, Record<string, JsonSchema>>();
  const tags = new Map<string, Set<string>>();
  for (const operation of operations) {
    const { names, place, route } = operation;
    tags.set(names.tag, (tags.get(names.tag) ?? new Set()).add(`\`/api/${place.path}\``));
    const address = sameAddress([...paths.keys()], addressOf(route.url));
    const methods = paths.get(address) ?? {};
    paths.set(address, {
      ...methods,
      [route.method.toLowerCase()]: writeOperation(writing, operation, address),
    });
  }
  return {
    openapi: '3.1.0',
    info,
    servers,
    tags: sorted(tags).map(([name, at]) => ({ name, description: `At ${[...at].join(', ')}.` })),
    security: [{ bearer: [] }],
    paths: Object.fromEntries(sorted(paths)),
    components: {
      securitySchemes,
      parameters: sharedParameters,
      headers,
      responses: failureResponses(new Set(operations.flatMap(({ failures }) => failures))),
      schemas: { ...components, Problem: problemSchema },
    },
  };
}

function readOperation(route: ApiRoute, resources: ReadonlyMap<string, Place>): Operation {
  const { schema, config, method, url } = route;
  const answers = answersOf(schema, config);
  const isList =
    method === 'GET' &&
    config.resource?.name !== undefined &&
    answers.some(([, answer]) => resultOf(answer) instanceof z.ZodArray);
  const place = config.resource ?? { path: pathOf(url) };
  const query = schema.querystring instanceof z.ZodObject ? schema.querystring : undefined;
  const body = config.takes ?? (schema.body instanceof z.ZodType ? schema.body : undefined);
  const derived = operationNames({ method, url, place, isList, does: config.does });
  const owner = resources.get(place.tag ?? '');
  return {
    route,
    place,
    names: {
      ...derived,
      ...(owner?.name ? { tag: tagOf(owner.name) } : {}),
      ...(config.summary === undefined ? {} : { summary: config.summary }),
    },
    query,
    body,
    answers,
    failures: failuresOf({
      method,
      isPublic: config.public !== undefined,
      permission: config.permission ?? '',
      hasParameters: url.includes('/:'),
      takesQuery: query !== undefined,
      takesBody: body !== undefined || takesForm(schema),
    }),
  };
}

function answersOf({ response }: FastifySchema, { answer }: ApiRoute['config']): Operation['answers'] {
  const declared = typeof response === 'object' && response !== null ? Object.entries(response) : [];
  return declared.map(([status, given]) => {
    const schema: unknown = answer ?? given;
    return [Number(status), schema instanceof z.ZodType && !(schema instanceof z.ZodNull) ? schema : null];
  });
}

function resultOf(answer: z.ZodType | null): unknown {
  return answer instanceof z.ZodObject ? answer.shape['result'] : undefined;
}

function nameRecords(schemas: NamedSchemas, { place }: Operation): void {
  if (!('record' in place) || place.name === undefined) return;
  const name = pascal(place.name);
  const parent = /\{(\w+)Id\}/.exec(place.path)?.[1];
  const give = (schema: z.ZodType | undefined, suffix: string) =>
    schema &&
    schemas.name(
      schema,
      `${name}${suffix}`,
      parent === undefined ? `Any${name}${suffix}` : `${name}Of${pascal(parent)}${suffix}`,
    );
  give(place.record, '');
  give(place.row, 'Row');
  if (place.create === place.update) give(place.create, 'Write');
  give(place.create, 'Create');
  give(place.update, 'Update');
}

function nameOthers(schemas: NamedSchemas, { route, names, body, answers }: Operation): void {
  const name = pascal(names.operationId);
  for (const schema of [body, route.config.formFields, route.config.jsonBody]) {
    if (!schema) continue;
    schemas.name(schema, `${name}Body`, `${name}JsonBody`);
    schemas.announce(schema, 'input');
  }
  for (const parameter of Object.values({
    ...shapeOf(route.schema.params),
    ...shapeOf(route.schema.querystring),
  }))
    schemas.announce(parameter, 'input');
  const { message } = route.config;
  if (message) {
    schemas.name(message.schema, message.name);
    schemas.announce(message.schema, 'output');
  }
  for (const [, answer] of answers) {
    if (!answer) continue;
    const result = resultOf(answer);
    if (result instanceof z.ZodType) schemas.name(result, `${name}Result`, `${name}Answer`);
    else schemas.name(answer, `${name}Answer`);
    schemas.announce(answer, 'output');
  }
}

interface Writing {
  readonly schemas: NamedSchemas;
  readonly examples: Examples;
}

function writeOperation(writing: Writing, operation: Operation, address: string): JsonSchema {
  const { schemas } = writing;
  const { route, names, answers, failures, body } = operation;
  const { config, method } = route;
  // Mounted by mountResource; a create answers no ETag.
  const tagged =
    /^(?:GET|PUT)$/.test(method) &&
    'record' in operation.place &&
    answers.some(([status, answer]) => status < 300 && hasVersion(resultOf(answer)));
  const isRead = method === 'GET';
  const requestBody = bodyOf(writing, route, body);
  const file = [config.file ?? []].flat();
  const success = answers.length > 0 ? answers : ([[200, null]] as const);
  return {
    operationId: names.operationId,
    summary: names.summary,
    tags: [names.tag],
    ...describe(operation),
    ...(config.deprecated === undefined ? {} : { deprecated: true, 'x-sunset': config.deprecated.sunset }),
    // Alternatives; none where anybody who is signed in may.
    ...(isOpen(config) ? {} : { 'x-permission': permissionsOf(config) }),
    ...(isOpen(config) ? { security: [] } : {}),
    parameters: [
      ...[...address.matchAll(/\{(\w+)\}/g)].map(([, name = ''], index) =>
        pathParameter(schemas, route, name, index),
      ),
      ...queryParameters(schemas, operation),
      ...(isRead && tagged ? [parameterRef('IfNoneMatch')] : []),
      ...(method === 'PUT' && tagged ? [parameterRef('IfMatch')] : []),
      ...(method === 'POST' && config.public === undefined && config.repeatable === undefined
        ? [parameterRef('IdempotencyKey')]
        : []),
      ...(config.public === undefined ? [parameterRef('AcceptLanguage')] : []),
    ],
    ...(requestBody ? { requestBody } : {}),
    responses: {
      ...Object.fromEntries(
        success.map(([status, answer]) => [
          status,
          answer === null
            ? fileOrNothing(file, status, config.message && schemas.write(config.message.schema, 'output'))
            : {
                description: status === 201 ? 'Created' : 'Done',
                ...(tagged ? { headers: { ETag: { $ref: '#/components/headers/ETag' } } } : {}),
                content: { [json]: contentOf(writing, answer, 'output') },
              },
        ]),
      ),
      ...(isRead && tagged ? { 304: { description: 'Unchanged since the given ETag' } } : {}),
      ...Object.fromEntries(failures.map((status) => [status, failureRef(status)])),
    },
  };
}

function fileOrNothing(
  types: readonly string[],
  status: number,
  message: JsonSchema | undefined,
): JsonSchema {
  if (status === 204 || types.length === 0) return { description: 'Done' };
  const isStream = message !== undefined;
  const schema = isStream
    ? { type: 'string', contentMediaType: json, contentSchema: message }
    : { type: 'string', format: 'binary' };
  return {
    description: isStream ? 'Events, as long as the stream is open' : 'The file',
    ...(isStream
      ? {}
      : { headers: { 'Content-Disposition': { $ref: '#/components/headers/ContentDisposition' } } }),
    content: Object.fromEntries(types.map((type) => [type, { schema }])),
  };
}

// A schema, with an example that the contract accepts.
function contentOf(
  { schemas, examples }: Writing,
  contract: z.ZodType,
  direction: 'input' | 'output',
): JsonSchema {
  const schema = schemas.write(contract, direction);
  const example = examples.of(schema, contract);
  return { schema, ...(example === undefined ? {} : { example }) };
}

function bodyOf(
  writing: Writing,
  { schema, config }: ApiRoute,
  body: z.ZodType | undefined,
): JsonSchema | undefined {
  if (body) {
    const required = !body.safeParse(undefined).success && !body.safeParse({}).success;
    return { required, content: { [json]: contentOf(writing, body, 'input') } };
  }
  if (!takesForm(schema)) return undefined;
  const { schemas } = writing;
  const { formFields, jsonBody } = config;
  const file = {
    type: 'object',
    properties: { file: { type: 'string', format: 'binary' } },
    required: ['file'],
  };
  const asForm = formFields ? { allOf: [file, schemas.write(formFields, 'input')] } : file;
  const content = {
    [form]: { schema: asForm },
    ...(jsonBody ? { [json]: contentOf(writing, jsonBody, 'input') } : {}),
  };
  return { required: true, content };
}

function describe({ route: { config }, place, query }: Operation): { description?: string } {
  const { description, people, fresh, programs } = config;
  const permissions = permissionsOf(config);
  const isForPeople = people !== undefined || fresh === true || (permissions.length === 0 && !programs);
  const isListQuery = query !== undefined && '$filter' in query.shape && 'fields' in place;
  const sentences = [
    description,
    permissions.length === 0 ? undefined : `Takes the right \`${permissions.join('` or `')}\`.`,
    isForPeople && config.public === undefined ? 'For people; programs are refused.' : undefined,
    isListQuery ? `Can be filtered and sorted on ${namesOf(place).join(', ')}.` : undefined,
  ].filter((sentence) => sentence !== undefined);
  return sentences.length === 0 ? {} : { description: sentences.join(' ') };
}

// An update key is a token too.
function isOpen({ public: reason }: ApiRoute['config']): boolean {
  return reason !== undefined && reason !== 'update key';
}

function permissionsOf({ permission = '' }: ApiRoute['config']): string[] {
  return permission.split('|').filter((one) => one !== '');
}

function namesOf(place: Place): string[] {
  const fields = 'fields' in place ? (place.fields ?? {}) : {};
  return Object.keys(fields).map((name) => `\`${name}\``);
}

function pathParameter(
  schemas: NamedSchemas,
  { schema, url }: ApiRoute,
  name: string,
  index: number,
): JsonSchema {
  const own = [...url.matchAll(/:(\w+)/g)][index]?.[1] ?? name;
  const described = shapeOf(schema.params)[own];
  return {
    name,
    in: 'path',
    required: true,
    schema: described ? schemas.write(described, 'input') : { type: 'string' },
  };
}

function queryParameters(schemas: NamedSchemas, { query }: Operation): JsonSchema[] {
  const ofLists = shapeOf(listParameters);
  return Object.entries(shapeOf(query)).map(([name, schema]) =>
    schema === ofLists[name]
      ? parameterRef(listParameterRefs[name] ?? name)
      : {
          name,
          in: 'query',
          required: !schema.safeParse(undefined).success,
          schema: schemas.write(schema, 'input'),
        },
  );
}

function parameterRef(name: string): JsonSchema {
  return { $ref: `#/components/parameters/${name}` };
}

function hasVersion(result: unknown): boolean {
  return result instanceof z.ZodObject && 'rowVersion' in result.shape;
}

function shapeOf(schema: unknown): Readonly<Record<string, z.ZodType>> {
  return schema instanceof z.ZodObject ? schema.shape : {};
}

function takesForm({ consumes }: FastifySchema): boolean {
  return consumes?.includes(form) === true;
}

function addressOf(url: string): string {
  return url.replaceAll(/:(\w+)/g, '{$1}');
}

// Two routes at one address may name its parts differently; the first one's names stand.
function sameAddress(known: readonly string[], address: string): string {
  const shape = (text: string) => text.replaceAll(/\{\w+\}/g, '{}');
  return known.find((one) => shape(one) === shape(address)) ?? address;
}

// The collection of a route that names no resource: its address up to the first record.
function pathOf(url: string): string {
  return addressOf(url).replace('/api/', '').split('/{')[0] ?? '';
}

function sorted<T>(map: ReadonlyMap<string, T>): [string, T][] {
  return [...map].toSorted(([one], [other]) => one.localeCompare(other));
}
