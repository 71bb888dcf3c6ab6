import { useCallback, useState } from 'react';
import { useNoteOpened } from './use-note-opened.ts';

/** Whether the first page of the open invoice was drawn: nobody decides on what they have not seen. */
export interface SeenPage {
  readonly isSeen: boolean;
  /** Says that the page of this invoice is drawn, or that the person decides without it. */
  readonly see: (invoiceId: string) => void;
}

/** Starts again with every invoice that is opened. */
export function useSeenPage(openId: string | undefined): SeenPage {
  const [state, setState] = useState({ openId, isSeen: false });
  if (state.openId !== openId) setState({ openId, isSeen: false });
  const see = useCallback(
    (invoiceId: string) =>
      setState((now) => (now.openId === invoiceId && !now.isSeen ? { ...now, isSeen: true } : now)),
    [],
  );
  const isSeen = state.openId === openId && state.isSeen;
  useNoteOpened(isSeen ? openId : undefined);
  return { isSeen, see };
}
