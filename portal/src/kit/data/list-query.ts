/** What a list asks of the server (product 1.7 and 2.7; §B2). Everything is optional. */
export interface ListQuery {
  /** Rows on a page, 1 to 250 (§J8). */
  readonly top?: number | undefined;
  /** Rows before the page. */
  readonly skip?: number | undefined;
  /** `name asc, createdAt desc`. */
  readonly orderBy?: string | undefined;
  /** `active eq true and contains(name, 'jan')`. */
  readonly filter?: string | undefined;
  /** Words that must all occur (§B4). */
  readonly query?: string | undefined;
  /** Whether the count of all matches comes along; it does unless this is false. */
  readonly count?: boolean | undefined;
  /** Pairs that one resource knows, such as `status`. Empty values are left out. */
  readonly extra?: Readonly<Record<string, string | undefined>> | undefined;
}

/** The query string of a list, from `?` on, in an order that does not depend on how it was written down. */
export function toQueryString(query: ListQuery): string {
  const pairs: [string, string | number | boolean | undefined][] = [
    ['$top', query.top],
    ['$skip', query.skip === 0 ? undefined : query.skip],
    ['$count', query.count ?? true],
    ['$orderby', query.orderBy],
    ['$filter', query.filter],
    ['query', query.query],
    ...Object.entries(query.extra ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ];
  const parts = pairs
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return `?${parts.join('&')}`;
}
