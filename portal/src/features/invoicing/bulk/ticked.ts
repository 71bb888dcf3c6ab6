import { createStore } from '#portal/kit/store.ts';

/** The ticked invoices of the list on screen: while there are any, keys act on these and not on the open one. */
export const ticked = createStore<ReadonlySet<string>>(new Set());

/** Whether what the person never opened is left out, as the company wants it. */
export const needsOpened = createStore(true);

/** What became of them where it was not done, by id, for people. */
export const bulkReasons = createStore<ReadonlyMap<string, string>>(new Map());
