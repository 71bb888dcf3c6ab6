let current: (() => Readonly<Record<string, string>>) | undefined;

/** What a request says of the action that it belongs to; empty where nothing is traced. */
export function actionHeaders(): Readonly<Record<string, string>> {
  return current?.() ?? {};
}

/**
 * Has every request say from now on which action of the person it belongs to (decision 0157). Fetches its code only then.
 *
 * @param share the share of the actions that the server records, 0 to 1
 */
export async function traceActions(share: number): Promise<void> {
  const { watchActions } = await import('./actions.ts');
  current = watchActions(document, share);
}
