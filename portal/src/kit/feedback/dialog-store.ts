import type { ReactNode } from 'react';
import type { UsedBy } from '#contract/problem.ts';
import type { Http } from '../data/http.ts';
import { createStore } from '../store.ts';

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

/** A message with nothing to choose. */
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

/** What asking for a second factor calls the server with. */
export type StepUpHttp = Pick<Http, 'send' | 'call'>;

/** Where a second factor is shown: here, or at the directory of the person's company. */
export type StepUpKind = 'step-up' | 'step-up-directory';

/** A dialog with the way to answer it. */
export type OpenDialog = { readonly answer: (isYes: boolean) => void } & (
  | { readonly kind: 'question'; readonly question: Question }
  | { readonly kind: 'telling'; readonly telling: Telling }
  | { readonly kind: 'refusal'; readonly refusal: Refusal }
  | { readonly kind: StepUpKind; readonly http: StepUpHttp }
);

/** The dialogs that wait for an answer, the oldest first. */
export const dialogs = createStore<readonly OpenDialog[]>([]);

function open(dialog: OpenDialog): void {
  dialogs.set([...dialogs.get(), dialog]);
}

/** Asks, and resolves to whether the person said yes; Escape and 'Annuleren' are no. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => open({ kind: 'question', question, answer: resolve }));
}

/** Shows a message, and resolves when it was closed. */
export function showMessage(telling: Telling): Promise<void> {
  return new Promise((resolve) => open({ kind: 'telling', telling, answer: () => resolve() }));
}

/** Shows why something was refused, and resolves when it was closed. */
export function refuse(refusal: Refusal): Promise<void> {
  return new Promise((resolve) => open({ kind: 'refusal', refusal, answer: () => resolve() }));
}

/** Asks for a second factor once more, and resolves to whether it was given. */
export function askStepUp(http: StepUpHttp, kind: StepUpKind): Promise<boolean> {
  return new Promise((resolve) => open({ kind, http, answer: resolve }));
}

/** Closes a dialog with an answer. */
export function answer(dialog: OpenDialog, isYes: boolean): void {
  dialogs.set(dialogs.get().filter((other) => other !== dialog));
  dialog.answer(isYes);
}

/** Answers all that waits with no, as when the person signs out. */
export function closeDialogs(): void {
  for (const dialog of dialogs.get()) answer(dialog, false);
}
