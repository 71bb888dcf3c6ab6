import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { dialogs } from '../feedback/dialog-store.ts';
import { createStore, useStore } from '../store.ts';
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
  useReturnFocus();
  // While a question lies on top, Escape answers the question and not what is under it.
  const isCovered = useStore(dialogs).length > 0 && !isQuestion;
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
const stack = createStore<readonly symbol[]>([]);

/** Whether no other dialog was opened above this one. */
function useIsOnTop(): boolean {
  const [self] = useState(() => Symbol('dialog'));
  useEffect(() => {
    stack.set([...stack.get(), self]);
    return () => stack.set(stack.get().filter((other) => other !== self));
  }, [self]);
  return useSyncExternalStore(stack.subscribe, () => stack.get().at(-1) === self);
}

// What had the focus before any dialog: a dialog that opens another and closes leaves no other element to return to.
let outside: HTMLElement | null = null;

/** Returns the focus to what opened the dialog when it is unmounted. */
function useReturnFocus(): void {
  const [before] = useState(() =>
    document.activeElement instanceof HTMLElement ? document.activeElement : null,
  );
  useEffect(() => {
    if (before !== null && before.closest('[aria-modal="true"]') === null) outside = before;
    return () => {
      const target = before?.isConnected ? before : outside;
      // Not when another dialog or the next screen took the focus meanwhile.
      if (document.activeElement === document.body) target?.focus({ preventScroll: true });
    };
  }, [before]);
}

interface DialogButtonsProps {
  /** Stay in sight, however long the dialog is. */
  readonly isSticky?: boolean;
  readonly children: ReactNode;
}

/** The buttons at the bottom of a dialog, to the right; on phones side by side over the whole width. */
export function DialogButtons({ isSticky = false, children }: DialogButtonsProps) {
  return (
    <div className={styles.buttons} data-sticky={isSticky || undefined}>
      {children}
    </div>
  );
}
