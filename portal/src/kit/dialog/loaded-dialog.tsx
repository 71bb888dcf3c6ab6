import type { ComponentProps, ReactNode } from 'react';
import { Loaded } from '../detail/loaded.tsx';
import { Dialog } from './dialog.tsx';

interface LoadedDialogProps<T> extends Omit<ComponentProps<typeof Dialog>, 'children'> {
  /** What `useOne` or `useAnswer` gives. */
  readonly of: ComponentProps<typeof Loaded<T>>['of'];
  /** The dialog that takes its place, with what it starts from. */
  readonly children: (data: T) => ReactNode;
}

/** A dialog that first waits for what it starts from: grey bars, or what went wrong. */
export function LoadedDialog<T>({ of, children, ...dialog }: LoadedDialogProps<T>) {
  if (of.data !== undefined) return children(of.data);
  return (
    <Dialog {...dialog}>
      <Loaded of={of}>{() => null}</Loaded>
    </Dialog>
  );
}
