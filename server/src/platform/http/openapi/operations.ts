import type { ResourceDefinition } from '#contract/resource.ts';

/** What a route works on: a resource, or an address with a name of its own. */
export type Place = Pick<ResourceDefinition, 'path'> &
  Partial<ResourceDefinition> & {
    /** The path of the resource in whose group it stands. */
    readonly tag?: string;
  };

/** How a route is called. */
export interface OperationNames {
  readonly operationId: string;
  readonly summary: string;
  readonly tag: string;
}

/** What is known of a route when it is named. */
export interface NamedRoute {
  readonly method: string;
  readonly url: string;
  readonly place: Place;
  /** It answers many rows. */
  readonly isList: boolean;
  /** What it does, in words, where its address does not say it. */
  readonly does?: string | undefined;
}

/**
 * Names a route after its resource and its address: `GET /api/core/groups/:id` is `getGroup`, 'Get a group';
 * `POST …/:id/approve` is `approveInvoice`. A resource below another one adds its parent: `listUsersOfCompany`.
 */
export function operationNames({ method, url, place, isList, does }: NamedRoute): OperationNames {
  const rest = url.slice(`/api/${place.path}`.length).split('/').filter(Boolean);
  const isNamed = place.name !== undefined;
  const name = place.name ?? nameOfPath(place.path);
  const many = isNamed ? pluralOf(name) : name;
  const tag = isNamed ? tagOf(name) : capital(name);
  const parents = [...place.path.matchAll(/\{(\w+)\}/g)].map(([, parent = '']) =>
    words(parent.replace(/Id$/, '')),
  );
  const ofParents = parents.map((parent) => ` of ${withArticle(parent)}`).join('');
  const named = (start: string, summary: string): OperationNames => ({
    operationId: camel(start) + parents.map((parent) => `Of${pascal(parent)}`).join(''),
    summary: `${capital(summary)}${ofParents}`,
    tag,
  });
  const parts = rest.flatMap((part, index) => {
    if (part.startsWith(':')) return [];
    return [rest[index + 1]?.startsWith(':') ? singularOf(words(part)) : words(part)];
  });
  const part = does ?? parts.join(' ');
  const verb = plainVerbs[method] ?? method.toLowerCase();
  const a = (text: string) => (isNamed && text !== many ? withArticle(text) : text);
  if (part === '')
    return isList ? named(`list ${many}`, `list ${many}`) : named(`${verb} ${name}`, `${verb} ${a(name)}`);
  if (part === 'export' && method === 'GET') return named(`export ${many}`, `export ${many}`);
  const thing = rest[0]?.startsWith(':') ? name : many;
  if (method !== 'POST') return named(`${verb} ${thing} ${part}`, `${verb} the ${part} of ${a(thing)}`);
  // A list below a record is added to; anything else is something to do.
  if (/^[a-z]+[^s]s$/.test(part))
    return named(
      `add ${singularOf(part)} to ${thing}`,
      `add ${withArticle(singularOf(part))} to ${a(thing)}`,
    );
  return named(`${part} ${thing}`, `${part}: ${a(thing)}`);
}

const plainVerbs: Readonly<Record<string, string>> = {
  GET: 'get',
  POST: 'create',
  PUT: 'update',
  DELETE: 'delete',
};

/** The group that the operations of a resource stand in. */
export function tagOf(name: string): string {
  return capital(pluralOf(name));
}

/** `work order` → `work orders`. What ends with an s is many already. */
export function pluralOf(name: string): string {
  if (name.endsWith('s')) return name;
  if (/(?:sh|ch|x)$/.test(name)) return `${name}es`;
  return /[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`;
}

function singularOf(name: string): string {
  return name.replace(/ies$/, 'y').replace(/(?<=ch)es$|s$/, '');
}

/** `work order` → `WorkOrder`. */
export function pascal(text: string): string {
  return text.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function camel(text: string): string {
  const name = pascal(text);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// `billing-settings` and `retryDocuments` as words.
function words(segment: string): string {
  return segment
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase();
}

function withArticle(name: string): string {
  return `${/^[aeio]|^u[np](?!i)/.test(name) ? 'an' : 'a'} ${name}`;
}

// The last words of an address without a name: `comceptum/timer` is the timer.
function nameOfPath(path: string): string {
  const last = path.split('/').findLast((part) => part !== '' && !part.startsWith('{'));
  return words(last ?? path);
}
