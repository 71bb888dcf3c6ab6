import type { z } from 'zod';
import { formatInstant } from '#contract/dates.ts';
import { releaseSettings } from '#contract/releases/releases.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { Dialog } from '#portal/kit/dialog/dialog.tsx';
import { YesNoField } from '#portal/kit/form/choice-field.tsx';
import { fieldsOf } from '#portal/kit/form/fields-of.ts';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { NumberField } from '#portal/kit/form/number-fields.tsx';
import { storedAs, useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';

const path = 'fm/release-settings';
const url = `/api/${path}`;
type Settings = z.output<typeof releaseSettings>;

/** When a release switches itself off. */
export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const settings = useAnswer([path], url, releaseSettings, { gcTime: 0 });
  if (settings.data) return <SettingsForm settings={settings.data} onClose={onClose} />;
  return (
    <Dialog title={text('releases.releaseSettings.title')} onClose={onClose}>
      <Loaded of={settings}>{() => null}</Loaded>
    </Dialog>
  );
}

interface SettingsFormProps {
  readonly settings: Settings;
  readonly onClose: () => void;
}

// What is emptied goes as it is: the server names it together with everything else that is wrong.
interface Values {
  readonly isAutomatic: boolean;
  readonly failingInstallations: number | null;
  readonly failingCompanies: number | null;
  readonly failingPercentage: number | null;
  readonly rowVersion: number;
}
const valuesOf = ({ updatedAt: _at, updatedBy: _by, ...values }: Settings): Values => values;

function SettingsForm({ settings, onClose }: SettingsFormProps) {
  const text = useText();
  const { mutateAsync: save } = useVerb({
    call: (body: Values) => ({ url, method: 'PUT', body }),
    result: releaseSettings,
    invalidates: [{ path }],
  });
  const form = useResourceForm({
    initial: valuesOf(settings),
    save,
    onSaved: onClose,
    fromStored: storedAs(releaseSettings, valuesOf),
  });
  const isDisabled = !form.values.isAutomatic;
  const { updatedAt, updatedBy } = settings;
  const field = fieldsOf(form, 'releases.releaseSettings');
  return (
    <FormModal form={form} title={text('releases.releaseSettings.title')} onClose={onClose}>
      <p>{text('releases.releaseSettings.hint')}</p>
      <YesNoField {...field('isAutomatic')} />
      <NumberField
        {...field('failingInstallations')}
        hint="releases.releaseSettings.failingInstallationsHint"
        maxDigits={6}
        isDisabled={isDisabled}
      />
      <NumberField
        {...field('failingCompanies')}
        hint="releases.releaseSettings.failingCompaniesHint"
        maxDigits={5}
        isDisabled={isDisabled}
      />
      <NumberField
        {...field('failingPercentage')}
        hint="releases.releaseSettings.failingPercentageHint"
        maxDigits={3}
        unit="%"
        isDisabled={isDisabled}
      />
      {updatedAt !== null && (
        <p className="balie-empty">
          {updatedBy === null
            ? text('releases.releaseSettings.updated', { at: formatInstant(updatedAt) })
            : text('releases.releaseSettings.updatedBy', { at: formatInstant(updatedAt), name: updatedBy })}
        </p>
      )}
    </FormModal>
  );
}
