import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { holdPage } from '../data/held-page.ts';
import { confirm } from '../feedback/dialog-store.ts';
import { useText, type Text } from '../text.ts';
import type { ResourceForm } from './use-resource-form.ts';

/** Asks before what was typed is lost; yes means: leave. */
export function askToLeave(text: Text): Promise<boolean> {
  return confirm({
    title: text('kit.form.leaveTitle'),
    body: text('kit.form.leaveBody'),
    verb: text('kit.form.leaveVerb'),
    isDanger: true,
  });
}

/** Asks before leaving a form with unsaved changes: in the app, and by the browser on closing; `ask` words the question. */
export function useLeaveGuard<T extends object>(
  form: Pick<ResourceForm<T>, 'mayLeave'>,
  ask: (text: Text) => Promise<boolean> = askToLeave,
): void {
  const text = useText();
  useEffect(() => holdPage(() => !form.mayLeave()));
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (form.mayLeave() || current.pathname === next.pathname) return false;
      return !(await ask(text));
    },
    enableBeforeUnload: () => !form.mayLeave(),
  });
}
