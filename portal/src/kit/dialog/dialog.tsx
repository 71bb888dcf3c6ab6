import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { openDialogs, subscribeDialogs } from '../feedback/dialog-store.ts';
import { useText } from '../text.ts';
import styles from './dialog.module.css';

interface DialogProps {
  /** The question or the thing. */
  readonly title: ReactNode;
  readonly onClose: () => void;
  /** Pixels: 440, or 400 for a question. */
  readonly width?: number;
  /** Without the cross there must be a button that closes. */
  readonly hasCross?: boolean;
  /** A question of the app itself; it lies above all others. */
  readonly isQuestion?: boolean;
  readonly children: ReactNode;
}

/** A dialog; mounting it opens it. Under 768 it is a sheet from below. Mark the first focus with `data-autofocus`. */
export function Dialog({
  title,
  onClose,
  width = 440,
  hasCross = true,
  isQuestion = false,
  children,
}: DialogProps) {
  const text = useText();
  useFocusBack();
  // While a question lies on top, Escape answers the question and not what is under it.
  const isCovered = useSyncExternalStore(subscribeDialogs, openDialogs).length > 0 && !isQuestion;
  const isOnTop = useIsOnTop();
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={width}
      centered
      radius={12}
      padding={20}
      closeOnEscape={isOnTop && !isCovered}
      trapFocus={!isCovered}
      zIndex={isQuestion ? 220 : 200}
    >
      <Modal.Overlay backgroundOpacity={0.46} />
      <Modal.Content>
        <div className={styles.head}>
          <Modal.Title>{title}</Modal.Title>
          {hasCross && <Modal.CloseButton aria-label={text('kit.close')} />}
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

// Open dialogs, the lowest first: of a preview above a form, Escape closes the preview and leaves the form.
let stack: readonly symbol[] = [];
const listeners = new Set<() => void>();

function stackUp(next: readonly symbol[]): void {
  stack = next;
  for (const listener of listeners) listener();
}

function subscribeStack(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** Whether no other dialog was opened above this one. */
function useIsOnTop(): boolean {
  const [self] = useState(() => Symbol('dialog'));
  useEffect(() => {
    stackUp([...stack, self]);
    return () => stackUp(stack.filter((one) => one !== self));
  }, [self]);
  return useSyncExternalStore(subscribeStack, () => stack.at(-1) === self);
}

// What had the focus before any dialog: one that opens another and goes leaves nothing else to go back to.
let outside: HTMLElement | null = null;

/** Gives the focus back to what opened the dialog: it closes by being taken away, which nobody else notices. */
function useFocusBack(): void {
  const [before] = useState(() =>
    document.activeElement instanceof HTMLElement ? document.activeElement : null,
  );
  useEffect(() => {
    if (before !== null && before.closest('[aria-modal="true"]') === null) outside = before;
    return () => {
      const target = before?.isConnected ? before : outside;
      // Whatever took the focus meanwhile keeps it: another dialog, the next screen.
      if (document.activeElement === document.body) target?.focus({ preventScroll: true });
    };
  }, [before]);
}

/** The buttons at the bottom of a dialog, to the right; on phones side by side over the whole width. */
export function DialogButtons({ children }: { readonly children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>;
}
