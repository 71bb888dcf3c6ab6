import type { Mail, MailMessage } from '../mail.ts';

/** Outgoing mail of a test: kept instead of sent. */
export interface Outbox extends Mail {
  readonly sent: MailMessage[];
  /** From now on the mail server is out of reach, or back again. */
  isDown: boolean;
}

/** An outbox for tests, in the place of the mail server. */
export function createOutbox(): Outbox {
  const sent: MailMessage[] = [];
  const outbox: Outbox = {
    sent,
    isDown: false,
    async send(message) {
      // As nodemailer says it when no server is there.
      if (outbox.isDown) throw Object.assign(new Error('no mail server'), { code: 'EDNS' });
      sent.push(message);
    },
  };
  return outbox;
}
