import { useEffect, useRef } from 'react';
import { addBindings, type KeyBinding } from './key-store.ts';

/**
 * Activates keys while the component is on screen. Single letters only work outside fields, and not at all when
 * the person switched them off. Absent bindings (`may && {…}`) are skipped.
 *
 * @example
 * useKeys([{ keys: 'n', label: 'kit.keys.new', run: () => create() }]);
 */
export function useKeys(wanted: readonly (KeyBinding | false | undefined)[]): void {
  const bindings = wanted.filter((binding) => binding !== false && binding !== undefined);
  const latest = useRef(bindings);
  useEffect(() => {
    latest.current = bindings;
  });
  const signature = bindings
    .map(({ keys, label = '', inDialog = false }) => `${keys}|${label}|${inDialog}`)
    .join('\n');
  useEffect(() => {
    if (signature === '') return undefined;
    return addBindings(
      latest.current.map((binding, index) => ({
        ...binding,
        run: (event) => latest.current[index]?.run(event),
      })),
    );
  }, [signature]);
}
