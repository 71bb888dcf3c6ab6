import { useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { formatInstant } from '#contract/dates.ts';
import { releaseSettings } from '#contract/releases/releases.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { invalidateResource, useKeyStart } from '#portal/kit/data/resource-hooks.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { Dialog } from '#portal/kit/dialog/dialog.tsx';
import { YesNoField } from '#portal/kit/form/choice-field.tsx';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { NumberField } from '#portal/kit/form/number-fields.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';

const path = 'fm/release-settings';
const url = `/api/${path}`;
const answer = z.object({ result: releaseSettings });
type Settings = z.output<typeof releaseSettings>;

/** When a release switches itself off. */
export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const http = useHttp();
  const settings = useQuery({
    queryKey: [...useKeyStart(), path],
    queryFn: async ({ signal }) => (await http.call(url, answer, { signal })).result,
    gcTime: 0,
  });
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
  const http = useHttp();
  const client = useQueryClient();
  const form = useResourceForm<Values, unknown>({
    initial: valuesOf(settings),
    save: (body) => http.call(url, answer, { method: 'PUT', body }),
    onSaved: () => {
      void invalidateResource(client, path);
      onClose();
    },
    fromStored: (current) => {
      const stored = releaseSettings.safeParse(current);
      return stored.success ? valuesOf(stored.data) : undefined;
    },
  });
  const isDisabled = !form.values.isAutomatic;
  const { updatedAt, updatedBy } = settings;
  return (
    <FormModal form={form} title={text('releases.releaseSettings.title')} onClose={onClose}>
      <p>{text('releases.releaseSettings.hint')}</p>
      <YesNoField form={form} name="isAutomatic" label="releases.releaseSettings.isAutomatic" />
      <NumberField
        form={form}
        name="failingInstallations"
        label="releases.releaseSettings.failingInstallations"
        hint="releases.releaseSettings.failingInstallationsHint"
        maxDigits={6}
        isDisabled={isDisabled}
      />
      <NumberField
        form={form}
        name="failingCompanies"
        label="releases.releaseSettings.failingCompanies"
        hint="releases.releaseSettings.failingCompaniesHint"
        maxDigits={5}
        isDisabled={isDisabled}
      />
      <NumberField
        form={form}
        name="failingPercentage"
        label="releases.releaseSettings.failingPercentage"
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
