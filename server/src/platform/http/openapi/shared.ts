import { listLimits } from '#contract/list-query/tree.ts';
import type { JsonSchema } from './named-schemas.ts';

/** What the document says of itself. */
export const info: JsonSchema = {
  title: 'Balie',
  version: '1',
  license: { name: 'Proprietary', url: '/' },
  description: [
    'The API of Balie, which its own portal uses too. Everything below `/api` takes a bearer access token, but for what says otherwise.',
    'Success is `{ result, metadata? }`, failure RFC 9457 (`application/problem+json`), in the language of `Accept-Language` (nl or en).',
    'A record of another tenant does not exist: 404. A verb that an address does not know is 405 with `Allow`.',
    'Moments are ISO 8601 in UTC, days `2026-11-21`, amounts whole cents.',
  ].join('\n\n'),
};

/** Where the API is: on the host that the document came from. */
export const servers = [{ url: '/' }];

/** Who may call. */
export const securitySchemes: JsonSchema = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An access token of OpenID Connect; of `/api/fm/updates` an update key.',
  },
};

const query = (name: string, schema: JsonSchema, description: string): JsonSchema => ({
  name,
  in: 'query',
  schema,
  description,
});
const header = (name: string, description: string): JsonSchema => ({
  name,
  in: 'header',
  schema: { type: 'string' },
  description,
});

/** The component of each parameter of lists. */
export const listParameterRefs: Readonly<Record<string, string>> = {
  $top: 'Top',
  $skip: 'Skip',
  $count: 'Count',
  $orderby: 'OrderBy',
  $filter: 'Filter',
  $select: 'Select',
  $expand: 'Expand',
  query: 'Search',
};

/** Parameters that many routes take. */
export const sharedParameters: JsonSchema = {
  Top: query('$top', { type: 'integer', minimum: 1, maximum: listLimits.top }, 'Rows on the page.'),
  Skip: query('$skip', { type: 'integer', minimum: 0 }, 'Rows before the page.'),
  Count: query('$count', { type: 'boolean' }, 'Whether `metadata.count` is answered.'),
  OrderBy: query('$orderby', { type: 'string' }, 'Fields to sort on: `name asc,createdAt desc`.'),
  Filter: query(
    '$filter',
    { type: 'string' },
    "An OData condition: `startswith(name,'a') and active eq true`.",
  ),
  Select: query('$select', { type: 'string' }, 'Fields to answer, where a list offers the choice.'),
  Expand: query('$expand', { type: 'string' }, 'Inner records to answer, where a list offers the choice.'),
  Search: query('query', { type: 'string' }, 'Words that all occur somewhere in a row.'),
  IfNoneMatch: header('If-None-Match', 'The ETag of what is known; 304 if that is still so.'),
  IfMatch: header('If-Match', 'The ETag, or version, of what was read; 409 `stale` if somebody saved since.'),
  IdempotencyKey: header(
    'Idempotency-Key',
    'Any text of at most 200 characters: the same request with the same key happens once.',
  ),
  AcceptLanguage: header('Accept-Language', 'The language of texts: nl or en.'),
};

/** Headers of answers. */
export const headers: JsonSchema = {
  ETag: {
    schema: { type: 'string' },
    description: 'What is answered: its version, and a hash of its content. For If-Match and If-None-Match.',
  },
  RetryAfter: { schema: { type: 'integer' }, description: 'Seconds to wait.' },
  ContentDisposition: { schema: { type: 'string' }, description: 'The name of the file.' },
};
