import { useEffect, useRef } from 'react';
import { addBindings, type KeyBinding } from './key-store.ts';

/**
 * Puts keys at work while the component is on screen. Single letters only work outside fields, and not at all when
 * the person switched them off. Absent bindings (`may && {…}`) are skipped.
 *
 * @example
 * useKeys([{ keys: 'n', label: 'kit.keys.new', run: () => create() }]);
 */
export function useKeys(wanted: readonly (KeyBinding | false | undefined)[]): void {
  const bindings = wanted.filter((one) => one !== false && one !== undefined);
  const latest = useRef(bindings);
  useEffect(() => {
    latest.current = bindings;
  });
  const signature = bindings
    .map((one) => `${one.keys}|${one.label ?? ''}|${one.inDialog ?? false}`)
    .join('\n');
  useEffect(() => {
    if (signature === '') return undefined;
    return addBindings(
      latest.current.map((one, at) => ({ ...one, run: (event) => latest.current[at]?.run(event) })),
    );
  }, [signature]);
}
