import type { ReactNode } from 'react';

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

/** At most so many at a time; an older one makes room. */
const most = 3;
let shown: readonly ShownNotice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly ShownNotice[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** The notices on screen, the oldest first. */
export function shownNotices(): readonly ShownNotice[] {
  return shown;
}

/** Calls back after every change; returns the way to stop. */
export function subscribeNotices(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/**
 * Says something that may be missed: 6 seconds, 10 with an action. What loses work is never a notice, it stays in
 * its place. Returns the way to put it away.
 *
 * @example
 * notify({ title: text('…approved'), action: { label: text('kit.undo'), run: undo } });
 */
export function notify(notice: Notice): () => void {
  const id = ++lastId;
  change([...shown, { ...notice, id, forMs: notice.action ? 10_000 : 6000 }].slice(-most));
  return () => dismiss(id);
}

/** Takes all notices away. */
export function dismissAll(): void {
  change([]);
}

/** Takes a notice away. */
export function dismiss(id: number): void {
  change(shown.filter((one) => one.id !== id));
}
