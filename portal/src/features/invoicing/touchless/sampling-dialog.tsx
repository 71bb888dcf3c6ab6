import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { NumberField } from '#portal/kit/form/number-fields.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import { type TouchlessReport, useSaveSampling } from './touchless.api.ts';

interface SamplingDialogProps {
  readonly companyId: string;
  readonly report: TouchlessReport;
  readonly onClose: () => void;
}

/** How many decisions are drawn for a check. */
export function SamplingDialog({ companyId, report, onClose }: SamplingDialogProps) {
  const text = useText();
  const { mutateAsync: save } = useSaveSampling(companyId);
  const form = useResourceForm({
    initial: { sampleEvery: report.sampleEvery },
    save: ({ sampleEvery }) => save({ sampleEvery, rowVersion: report.rowVersion }),
    onSaved: onClose,
  });
  return (
    <FormModal form={form} title={text('invoicing.touchless.sampling')} onClose={onClose}>
      <NumberField
        form={form}
        name="sampleEvery"
        label="invoicing.touchless.sampleEvery"
        hint="invoicing.touchless.sampleEveryHint"
        maxDigits={4}
      />
    </FormModal>
  );
}
