type Pairs = Readonly<Record<string, string | undefined>>;

// Where somebody stands in the list, which row is open and which view that is, are no part of the view.
const passing = new Set(['page', 'open', 'view']);

/** What a view keeps of the address: search, sort, size, columns and filters. */
export function stateOf(url: Pairs): Record<string, string> {
  const pairs = Object.entries(url).flatMap(([name, value]) =>
    value === undefined || passing.has(name) ? [] : [[name, value] as const],
  );
  return Object.fromEntries(pairs.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** What must change in the address to stand as a view says; values that are no text count as absent. */
export function changesTo(
  state: Readonly<Record<string, unknown>>,
  url: Pairs,
): Record<string, string | undefined> {
  const cleared = Object.fromEntries(Object.keys(url).map((name) => [name, undefined]));
  return { ...cleared, ...stateOf(textsOf(state)) };
}

/** Whether the address stands otherwise than a view says. */
export function isChangedFrom(state: Readonly<Record<string, unknown>>, url: Pairs): boolean {
  return JSON.stringify(stateOf(textsOf(state))) !== JSON.stringify(stateOf(url));
}

function textsOf(state: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(state).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== '',
    ),
  );
}
