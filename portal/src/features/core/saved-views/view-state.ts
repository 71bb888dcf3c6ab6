type Pairs = Readonly<Record<string, string | undefined>>;

// The page, the open row and the name of the view are not part of the view.
const transient = new Set(['page', 'open', 'view']);

/** What a view stores of the address: search, sort, size, columns and filters. */
export function stateOf(url: Pairs): Record<string, string> {
  const pairs = Object.entries(url).flatMap(([name, value]) =>
    value === undefined || transient.has(name) ? [] : [[name, value] as const],
  );
  return Object.fromEntries(pairs.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** How the address must change to show a view; values that are no text count as absent. */
export function changesTo(
  state: Readonly<Record<string, unknown>>,
  url: Pairs,
): Record<string, string | undefined> {
  const cleared = Object.fromEntries(Object.keys(url).map((name) => [name, undefined]));
  return { ...cleared, ...stateOf(textsOf(state)) };
}

/** Whether the address differs from a view. */
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
