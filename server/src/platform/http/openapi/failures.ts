import { fieldCodes, isProblemKind, problemKinds } from '#contract/problem.ts';
import { problemTitle } from '#contract/problem-texts.ts';
import type { JsonSchema } from './named-schemas.ts';

const strings = { type: 'array', items: { type: 'string' } };

/** The body of every failure (RFC 9457): `ProblemBody` of the contract. */
export const problemSchema: JsonSchema = {
  type: 'object',
  description: 'A failure (RFC 9457). `errors` is for people, `codes` for programs, both by field id.',
  properties: {
    type: { type: 'string', enum: Object.keys(problemKinds).map((kind) => `/problems/${kind}`) },
    title: { type: 'string', description: 'What happened, in the language of the request.' },
    status: { type: 'integer' },
    instance: { type: 'string', description: 'The request, as the log knows it.' },
    detail: { type: 'string', description: 'A sentence for people.' },
    errors: { type: 'object', additionalProperties: strings },
    codes: {
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string', enum: [...fieldCodes] } },
    },
    current: { description: 'With `stale`: the record as it is stored.' },
    usedBy: {
      type: 'object',
      description: 'With `in-use`: how many records use it, and the first five that the caller may read.',
      properties: {
        count: { type: 'integer' },
        first: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              resource: { type: 'string' },
              kind: { type: 'string' },
              id: { type: 'string' },
              name: { type: 'string' },
            },
            required: ['resource', 'id', 'name'],
          },
        },
      },
      required: ['count', 'first'],
    },
  },
  required: ['type', 'title', 'status', 'instance'],
};

const titles: Readonly<Record<number, string>> = {
  400: 'Invalid',
  401: 'Unauthenticated',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  413: 'TooLarge',
  415: 'UnsupportedType',
  421: 'UnknownHost',
  422: 'KeyMismatch',
  429: 'TooManyRequests',
  500: 'Internal',
  503: 'Unavailable',
  507: 'StorageFull',
};

/** The statuses that a failure may have, by what a route does. */
export function failuresOf(route: {
  readonly isPublic: boolean;
  readonly permission: string;
  readonly hasParameters: boolean;
  readonly takesQuery: boolean;
  readonly takesBody: boolean;
  readonly method: string;
}): number[] {
  const { isPublic, permission, hasParameters, takesQuery, takesBody, method } = route;
  const changes = method !== 'GET';
  return [
    ...(takesBody || takesQuery || changes ? [400] : []),
    ...(isPublic ? [] : [401]),
    ...(permission === '' ? [] : [403]),
    ...(hasParameters ? [404] : []),
    ...(changes ? [409] : []),
    ...(takesBody ? [413, 415] : []),
    ...(method === 'POST' && !isPublic ? [422] : []),
    429,
    500,
    503,
    ...(changes ? [507] : []),
  ];
}

/** Where a failure's response stands. */
export function failureRef(status: number): JsonSchema {
  return { $ref: `#/components/responses/${titles[status] ?? 'Internal'}` };
}

/** The responses of failures by name, for those statuses that are used. */
export function failureResponses(used: ReadonlySet<number>): Readonly<Record<string, JsonSchema>> {
  const kinds = (status: number) =>
    Object.keys(problemKinds)
      .filter(isProblemKind)
      .filter((kind) => problemKinds[kind] === status)
      .map((kind) => `\`${kind}\` (${problemTitle('en', kind)})`);
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  return Object.fromEntries(
    [...used]
      .toSorted((one, other) => one - other)
      .map((status) => [
        titles[status] ?? 'Internal',
        {
          description: kinds(status).join(', '),
          ...(status === 429 || status === 503
            ? { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }
            : {}),
          content,
        },
      ]),
  );
}
