import { formatInstant } from '#contract/dates.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { Dialog } from '#portal/kit/dialog/dialog.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useGo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { versionName } from './audience.rules.ts';
import { releaseHooks, useUnreleasedBuilds } from './release.ts';

type Builds = NonNullable<ReturnType<typeof useUnreleasedBuilds>['data']>;

/** Makes a release of any build that has none, the newest or an older one. */
export function BuildsDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const builds = useUnreleasedBuilds();
  if (builds.data && builds.data.length > 0) return <BuildForm builds={builds.data} onClose={onClose} />;
  return (
    <Dialog title={text('releases.releases.createOf')} onClose={onClose}>
      <Loaded of={builds}>
        {() => <EmptyState kind="done" title={text('releases.releases.noBuilds')} />}
      </Loaded>
    </Dialog>
  );
}

function BuildForm({ builds, onClose }: { readonly builds: Builds; readonly onClose: () => void }) {
  const text = useText();
  const go = useGo();
  const create = releaseHooks.useCreate({});
  const form = useResourceForm({
    initial: { version: builds[0]?.id ?? '' },
    save({ version: chosen }) {
      const { version = '', build = '' } = builds.find(({ id }) => id === chosen) ?? {};
      return create.mutateAsync({ version, build });
    },
    onSaved: ({ id }) => {
      onClose();
      go('releases:detail', { releaseId: id });
    },
  });
  return (
    <FormModal
      form={form}
      title={text('releases.releases.createOf')}
      onClose={onClose}
      saveLabel={text('releases.releases.create')}
    >
      <p>{text('releases.releases.createOfHint')}</p>
      <SelectField
        form={form}
        name="version"
        label="releases.releases.build"
        isSearchable
        options={builds.map(({ id, createdAt, ...build }) => ({
          value: id,
          label: `${versionName(build)} · ${formatInstant(createdAt)}`,
        }))}
      />
    </FormModal>
  );
}
