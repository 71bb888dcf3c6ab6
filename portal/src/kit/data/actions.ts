// What is asked later than that has another cause, such as a change by somebody else.
const actionMs = 5000;

const watched = [
  ['click', 'click'],
  ['keydown', 'key'],
  // A file was chosen, or dropped on the page.
  ['change', 'change'],
  ['drop', 'drop'],
] as const;

interface Action {
  readonly traceparent: string;
  readonly at: number;
  /** What it was, on what, on which screen; told with its first request only. */
  readonly what: string;
  isTold: boolean;
}

/**
 * Watches what a person does, each time the root of a trace of its own (W3C Trace Context), and gives the headers for a request
 * that is sent now. They name the kind of element and the screen without ids, never a text.
 */
export function watchActions(page: Document, share: number): () => Record<string, string> {
  let action: Action | undefined;
  const begin = (name: string) => (event: Event) => {
    action = {
      traceparent: `00-${hex(16)}-${hex(8)}-${Math.random() < share ? '01' : '00'}`,
      at: performance.now(),
      what: `${name} ${elementOf(event.target)} ${screenOf(page.location.pathname)}`,
      isTold: false,
    };
  };
  // Before the page's own listeners, which send the requests.
  for (const [event, name] of watched) page.addEventListener(event, begin(name), { capture: true });
  return () => {
    const ms = action === undefined ? actionMs : Math.round(performance.now() - action.at);
    if (action === undefined || ms >= actionMs) return {};
    const { traceparent, what, isTold } = action;
    action.isTold = true;
    return isTold ? { traceparent } : { traceparent, 'x-action': `${ms} ${what}` };
  };
}

function hex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function elementOf(target: EventTarget | null): string {
  const element = target instanceof Element ? target.closest('a, button, input, [role]') : null;
  return element?.getAttribute('role') ?? element?.localName ?? 'page';
}

const hasDigit = /\d/;

function screenOf(path: string): string {
  const parts = path.split('/').map((part) => (hasDigit.test(part) ? ':id' : part));
  return parts.join('/').replaceAll(/[^\w/:.-]/g, '');
}
