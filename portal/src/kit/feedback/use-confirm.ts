import { confirm, type Question } from './dialog-store.ts';

/**
 * The way to ask before something that cannot be undone.
 *
 * @example
 * const ask = useConfirm();
 * if (await ask({ title: text('…'), verb: text('…'), isDanger: true })) …
 */
export function useConfirm(): (question: Question) => Promise<boolean> {
  return confirm;
}
