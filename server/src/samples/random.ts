/** A stream of numbers that only its seed decides. */
export interface Random {
  /** 0 up to, but not including, 1. */
  next(): number;
  /** An integer from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  /** True with this probability. */
  chance(probability: number): boolean;
  digits(count: number): string;
}

/** Mulberry32: small, fast and the same everywhere; for samples, not for secrets. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    integer,
    pick: (items) => items[integer(0, items.length - 1)] ?? items[0],
    chance: (probability) => next() < probability,
    digits: (count) => Array.from({ length: count }, () => integer(0, 9)).join(''),
  };
}

/** A seed from a text, so that what hangs on a name stays with it whatever the run's seed is (FNV-1a). */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
