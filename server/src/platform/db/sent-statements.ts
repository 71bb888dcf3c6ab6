import { channel } from 'node:diagnostics_channel';

/** A statement as it is sent to the database. */
export interface SentStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

const sent = channel('balie:statement');

/** Tells who listens that a statement is sent; costs nothing where nobody does. */
export function tellSent(statement: SentStatement): void {
  if (sent.hasSubscribers) sent.publish(statement);
}

/** Hears every statement that the product sends, in the asynchronous context of who sends it. */
export function hearSent(hear: (statement: SentStatement) => void): void {
  sent.subscribe((message) => {
    if (isStatement(message)) hear(message);
  });
}

const isStatement = (message: unknown): message is SentStatement =>
  typeof message === 'object' && message !== null && 'text' in message && 'values' in message;
