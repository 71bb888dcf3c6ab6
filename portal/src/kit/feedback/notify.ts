import type { ReactNode } from 'react';
import { createStore } from '../store.ts';

/** A short message at the edge of the screen. All words are translated already. */
export interface Notice {
  readonly title: string;
  readonly body?: ReactNode;
  readonly meaning?: 'ok' | 'info' | 'bad';
  /** A way back, or another try; with it the notice stays 10 seconds instead of 6. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

export interface ShownNotice extends Notice {
  readonly id: number;
  /** How long it stays, in milliseconds. */
  readonly forMs: number;
}

/** Notices of which the newest is shown; the others wait behind it, each with its own way back. */
const maxCollected = 20;
let lastId = 0;

/** The notices that are collected, the oldest first; the last one is on screen. */
export const notices = createStore<readonly ShownNotice[]>([]);

/**
 * Shows a message that may be missed: 6 seconds, 10 with an action. Errors that lose work are shown in
 * place instead. Returns a function that removes it.
 *
 * @example
 * notify({ title: text('…approved'), action: { label: text('kit.undo'), run: undo } });
 */
export function notify(notice: Notice): () => void {
  const id = ++lastId;
  notices.set(
    [...notices.get(), { ...notice, id, forMs: notice.action ? 10_000 : 6000 }].slice(-maxCollected),
  );
  return () => dismiss(id);
}

/** Removes all notices. */
export function dismissAll(): void {
  notices.set([]);
}

/** Removes a notice. */
export function dismiss(id: number): void {
  notices.set(notices.get().filter((notice) => notice.id !== id));
}
