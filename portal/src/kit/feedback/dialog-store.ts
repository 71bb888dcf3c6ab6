import type { ReactNode } from 'react';
import type { UsedBy } from '#contract/problem.ts';

/** A question before something that cannot be undone. All words are translated already. */
export interface Question {
  /** The question itself: 'Administratie verwijderen?'. */
  readonly title: string;
  /** Names the thing and the consequence. */
  readonly body?: ReactNode;
  /** The verb again, for the button: 'Verwijderen'. */
  readonly verb: string;
  /** Red button, and the focus starts on 'Annuleren'. */
  readonly isDanger?: boolean;
}

/** Something to be told, with nothing to choose. */
export interface Telling {
  readonly title: string;
  readonly body?: ReactNode;
  readonly meaning: 'ok' | 'bad';
}

/** Why a delete was refused, and by what. */
export interface Refusal {
  /** 'Module wordt nog gebruikt'. */
  readonly title: string;
  readonly body?: ReactNode;
  readonly count: number;
  /** At most five that the person may read. */
  readonly first: readonly UsedBy[];
}

export type OpenDialog =
  | { readonly kind: 'question'; readonly question: Question; readonly answer: (yes: boolean) => void }
  | { readonly kind: 'telling'; readonly telling: Telling; readonly answer: () => void }
  | { readonly kind: 'refusal'; readonly refusal: Refusal; readonly answer: () => void };

let open: readonly OpenDialog[] = [];
const listeners = new Set<() => void>();

function change(next: readonly OpenDialog[]): void {
  open = next;
  for (const listener of listeners) listener();
}

/** The dialogs that wait for an answer, the oldest first. */
export function openDialogs(): readonly OpenDialog[] {
  return open;
}

/** Calls back after every change; returns the way to stop. */
export function subscribeDialogs(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** Asks, and resolves to whether the person said yes; Escape and 'Annuleren' are no. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const dialog: OpenDialog = {
      kind: 'question',
      question,
      answer: (yes) => close(dialog, () => resolve(yes)),
    };
    change([...open, dialog]);
  });
}

/** Tells, and resolves when it was put away. */
export function tell(telling: Telling): Promise<void> {
  return new Promise((resolve) => {
    const dialog: OpenDialog = { kind: 'telling', telling, answer: () => close(dialog, resolve) };
    change([...open, dialog]);
  });
}

/** Tells why something was refused, and resolves when it was put away. */
export function refuse(refusal: Refusal): Promise<void> {
  return new Promise((resolve) => {
    const dialog: OpenDialog = { kind: 'refusal', refusal, answer: () => close(dialog, resolve) };
    change([...open, dialog]);
  });
}

/** Answers all that waits with no, as when the person signs out. */
export function closeDialogs(): void {
  for (const dialog of open) {
    if (dialog.kind === 'question') dialog.answer(false);
    else dialog.answer();
  }
}

function close(dialog: OpenDialog, done: () => void): void {
  change(open.filter((one) => one !== dialog));
  done();
}
