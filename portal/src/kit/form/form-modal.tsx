import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../dialog/dialog.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { useText } from '../text.ts';
import { FormBody } from './form-parts.tsx';
import { SaveButton, Unsaved } from './form-page.tsx';
import { askToLeave, useLeaveGuard } from './use-leave-guard.ts';
import type { ResourceForm } from './use-resource-form.ts';
import styles from './form.module.css';

interface FormModalProps<T extends object> {
  readonly form: ResourceForm<T>;
  /** 'Administratie toevoegen'. */
  readonly title: string;
  readonly onClose: () => void;
  readonly saveLabel?: string;
  /** Pixels, where the fields need more room than a dialog has: a tree. */
  readonly width?: number;
  readonly children: ReactNode;
}

/** A form of at most seven fields in a dialog; more belong on a page. Mount it to open it. */
export function FormModal<T extends object>({
  form,
  title,
  onClose,
  saveLabel,
  width,
  children,
}: FormModalProps<T>) {
  const text = useText();
  useLeaveGuard(form);
  useKeys([
    { keys: 'mod+s', run: form.submit, inDialog: true },
    { keys: 'mod+Enter', run: form.submit, inDialog: true },
  ]);

  async function close() {
    if (form.mayLeave() || (await askToLeave(text))) onClose();
  }

  return (
    <Dialog
      onClose={() => void close()}
      {...(width === undefined ? {} : { width })}
      title={
        <>
          {title} <Unsaved isShown={form.isDirty} />
        </>
      }
    >
      <FormBody
        form={form}
        label={title}
        footer={
          <div className={styles.modalFooter}>
            <Button onClick={() => void close()}>{text('kit.cancel')}</Button>
            <SaveButton form={form} label={saveLabel} />
          </div>
        }
      >
        {children}
      </FormBody>
    </Dialog>
  );
}
