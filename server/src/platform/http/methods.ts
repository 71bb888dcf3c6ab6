import type { FastifyInstance } from 'fastify';

/** The methods that an address of the API knows; none for an address that does not exist. */
export type MethodsOf = (url: string) => readonly string[];

/** Collects which methods the addresses of the API know, for 405 with `Allow`; register before the routes. */
export function collectMethods(app: FastifyInstance): MethodsOf {
  const methods = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ method, url }) => {
    if (!url.startsWith('/api/')) return;
    const known = methods.get(url) ?? new Set();
    for (const one of [method].flat()) known.add(one);
    methods.set(url, known);
  });
  let patterns: readonly (readonly [RegExp, ReadonlySet<string>])[] | undefined;
  return (url) => {
    // A routing table is no use here: it finds an address by its method only. Few requests come this way.
    patterns ??= [...methods].map(([address, known]) => [patternOf(address), known] as const);
    const path = url.split('?', 1)[0] ?? '';
    const found = patterns.filter(([pattern]) => pattern.test(path)).flatMap(([, known]) => [...known]);
    return [...new Set(found)].toSorted();
  };
}

function patternOf(address: string): RegExp {
  const source = address
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replaceAll(/[^\w-]/g, '\\$&')))
    .join('/');
  return new RegExp(`^${source}/?$`);
}
