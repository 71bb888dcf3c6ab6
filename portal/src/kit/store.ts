import { useSyncExternalStore } from 'react';

/** A value outside React that components follow. */
export interface Store<T> {
  readonly get: () => T;
  /** Replaces the value; followers hear of it when it differs. */
  readonly set: (next: T) => void;
  /** Calls back after every change; returns the way to stop. */
  readonly subscribe: (onChange: () => void) => () => void;
}

/** A store that holds a value. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

/** The value of a store; draws again when it changes. */
export function useStore<T>({ subscribe, get }: Store<T>): T {
  return useSyncExternalStore(subscribe, get);
}
