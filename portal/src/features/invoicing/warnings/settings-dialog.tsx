import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { type WarningCode, warningSettings } from '#contract/invoicing/warnings.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { FailureBar } from '#portal/kit/feedback/failure-bar.tsx';
import { approvalFlows } from '#contract/invoicing/approval-flows.ts';
import { invoices } from '#contract/invoicing/invoices.ts';
import { useText } from '#portal/kit/text.ts';
import styles from './warnings.module.css';

interface SettingsDialogProps {
  readonly companyId: string;
  readonly onClose: () => void;
}

/** Which warnings a company has; stops are always on. */
export function SettingsDialog({ companyId, onClose }: SettingsDialogProps) {
  const text = useText();
  const url = `/api/fmmodule/warning-settings/${encodeURIComponent(companyId)}`;
  const { data } = useAnswer([approvalFlows.path, 'warnings', companyId], url, warningSettings, {
    asksOnce: true,
  });
  const [changed, setChanged] = useState<Readonly<Partial<Record<WarningCode, boolean>>>>({});
  const save = useVerb({
    call: (off: readonly WarningCode[]) => ({ method: 'PUT' as const, url, body: { off } }),
    result: warningSettings,
    invalidates: [approvalFlows, invoices],
    onSuccess: onClose,
  });
  const codes = data?.codes ?? [];
  const isOn = (one: (typeof codes)[number]) => changed[one.code] ?? one.isOn;
  return (
    <Dialog title={text('invoicing.warning.settings.title')} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(codes.filter((one) => !isOn(one)).map(({ code }) => code));
        }}
      >
        {save.error !== null && <FailureBar error={save.error} />}
        <p style={{ margin: 0 }}>{text('invoicing.warning.settings.body')}</p>
        {codes.map((one) => (
          <Checkbox
            key={one.code}
            label={text(`invoicing.warning.short.${one.code}`)}
            description={one.severity === 'stop' ? text('invoicing.warning.settings.always') : undefined}
            checked={isOn(one)}
            disabled={one.severity === 'stop'}
            onChange={({ currentTarget }) => setChanged({ ...changed, [one.code]: currentTarget.checked })}
          />
        ))}
        <DialogButtons isSticky>
          <Button onClick={onClose}>{text('kit.cancel')}</Button>
          <Button type="submit" variant="filled" loading={save.isPending}>
            {text('kit.save')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
