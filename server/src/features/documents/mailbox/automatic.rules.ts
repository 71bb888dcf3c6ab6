/** A header of a mail, its name in lower case. */
export interface MailHeader {
  readonly key: string;
  readonly value: string;
}

/** Whether nobody wrote this mail by hand: it is never answered (RFC 3834). */
export function isAutomatic(headers: readonly MailHeader[], sender: string): boolean {
  return (
    headers.some(isAutomaticHeader) ||
    sender === '' ||
    /^(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply)@/i.test(sender)
  );
}

function isAutomaticHeader({ key, value }: MailHeader): boolean {
  const text = value.trim().toLowerCase();
  if (key === 'auto-submitted') return text !== 'no';
  if (key === 'precedence') return ['bulk', 'junk', 'list', 'auto_reply'].includes(text);
  // An empty sender is a notice of delivery.
  if (key === 'return-path') return text === '<>' || text === '';
  return key.startsWith('list-') || key === 'x-autoreply' || key === 'x-autorespond' || key === 'x-loop';
}

/** Whether a sender is on an administration's list: an address, or `@domain` for everybody there. */
export function isListed(sender: string, list: readonly string[]): boolean {
  const address = sender.toLowerCase();
  return list.some((entry) => entry === address || (entry.startsWith('@') && address.endsWith(entry)));
}
