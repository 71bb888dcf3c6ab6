import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { BackLink } from '../detail/back-link.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { useText } from '../text.ts';
import { useIsPhone } from '../use-width.ts';
import { FormBody } from './form-parts.tsx';
import { useLeaveGuard } from './use-leave-guard.ts';
import type { ResourceForm } from './use-resource-form.ts';
import styles from './form.module.css';

/** The next step of a part of a form that is being filled in. */
export interface FormStep {
  readonly label: string;
  readonly run: () => void;
  readonly isBusy: boolean;
  /** Puts the part away; absent where that means leaving the form. */
  readonly cancel?: (() => void) | undefined;
}

interface FormPageProps<T extends object> {
  readonly form: ResourceForm<T>;
  /** 'Bedrijf toevoegen', or the name of what is edited. */
  readonly title: string;
  /** Where 'Annuleren' and the link above the title lead. */
  readonly back: { readonly href: string; readonly label: string };
  /** The button's words when they are not 'Opslaan'. */
  readonly saveLabel?: string;
  /** Nothing can be saved yet, whatever is filled in: there is no button. */
  readonly hasSave?: boolean;
  /** The step that comes before saving, while there is no save button: under the thumb on a telephone, and by its keys. */
  readonly next?: FormStep | undefined;
  /** Uses the whole width of the sheet, for `FormColumns`. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** A form that fills the sheet: one column, save stuck to the bottom right, and a question before work is lost. */
export function FormPage<T extends object>(props: FormPageProps<T>) {
  const { form, title, back, saveLabel, hasSave = true, next, isWide = false, children } = props;
  const submit = () => (hasSave ? form.submit() : next?.run());
  const isPhone = useIsPhone();
  const step = isPhone && !hasSave ? next : undefined;
  const text = useText();
  const navigate = useNavigate();
  useLeaveGuard(form);
  useKeys([
    { keys: 'mod+s', label: 'kit.keys.save', run: submit },
    { keys: 'mod+Enter', run: submit },
    { keys: 'Escape', label: 'kit.keys.back', run: () => void navigate({ to: back.href }) },
  ]);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <BackLink href={back.href} label={back.label} />
        <h1 className={styles.title}>
          {title} <Unsaved isShown={form.isDirty} />
        </h1>
      </header>
      <FormBody
        form={form}
        label={title}
        className={cx(styles.form, isWide && styles.wide)}
        footer={
          <div className={styles.footer}>
            {step?.cancel ? (
              <Button onClick={step.cancel}>{text('kit.cancel')}</Button>
            ) : (
              <Button component={Link} to={back.href}>
                {text('kit.cancel')}
              </Button>
            )}
            {hasSave && <SaveButton form={form} label={saveLabel} />}
            {step && (
              <Button variant="filled" loading={step.isBusy} onClick={step.run}>
                {step.label}
              </Button>
            )}
          </div>
        }
      >
        {children}
      </FormBody>
    </div>
  );
}

/** 'Niet bewaard', beside a title; spoken when it appears. */
export function Unsaved({ isShown }: { readonly isShown: boolean }) {
  const text = useText();
  return (
    <span className={styles.unsaved} role="status">
      {isShown && text('kit.form.unsaved')}
    </span>
  );
}

interface SaveButtonProps {
  readonly form: Pick<ResourceForm<object>, 'isSaving'>;
  readonly label?: string | undefined;
}

/** The primary button of a form. It stays enabled: pressing it shows what is wrong. */
export function SaveButton({ form, label }: SaveButtonProps) {
  const text = useText();
  return (
    <Button
      type="submit"
      variant="filled"
      loading={form.isSaving}
      leftSection={<IconDeviceFloppy size={16} stroke={1.75} aria-hidden />}
    >
      {label ?? text('kit.save')}
    </Button>
  );
}
