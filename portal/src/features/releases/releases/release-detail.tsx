import { IconDeviceFloppy, IconHistory, IconX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { formatInstant } from '#contract/dates.ts';
import { releases } from '#contract/releases/releases.ts';
import { loadHistoryDialog } from '#portal/features/core/index.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { removeAction } from '#portal/kit/detail/detail-actions.tsx';
import { DetailPage } from '#portal/kit/detail/detail-page.tsx';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useRemoveWithConfirm } from '#portal/kit/feedback/use-remove-with-confirm.tsx';
import { FormBody } from '#portal/kit/form/form-parts.tsx';
import { Unsaved } from '#portal/kit/form/form-page.tsx';
import { useLeaveGuard } from '#portal/kit/form/use-leave-guard.ts';
import { storedAs, useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useKeys } from '#portal/kit/keys/use-keys.ts';
import { lazyPart } from '#portal/kit/lazy-part.tsx';
import { useParam, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { ReleaseFields } from './release-fields.tsx';
import { releaseHooks, type Release } from './release.ts';
import { ReleaseStatus } from './release-status.tsx';
import { bodyOf, valuesOf, type ReleaseValues } from './release-values.ts';
import { RollOutPane } from './roll-out-pane.tsx';
import styles from './releases.module.css';

const HistoryDialog = lazyPart(loadHistoryDialog);

export function ReleaseDetail() {
  const release = releaseHooks.useOne(useParam('releaseId'), {});
  return <Loaded of={release}>{(record) => <Opened key={record.id} latest={record} />}</Loaded>;
}

/** Restarts the form with what somebody else saved, unless it has unsaved changes: then saving reports a conflict. */
function Opened({ latest }: { readonly latest: Release }) {
  const [opened, setOpened] = useState(latest);
  return (
    <ReleasePage
      key={opened.rowVersion}
      opened={opened}
      latest={latest}
      onOutdated={() => setOpened(latest)}
    />
  );
}

interface ReleasePageProps {
  readonly opened: Release;
  readonly latest: Release;
  readonly onOutdated: () => void;
}

function useReleaseForm({ opened, latest, onOutdated }: ReleasePageProps) {
  const text = useText();
  const update = releaseHooks.useUpdate({});
  const form = useResourceForm<ReleaseValues, Release>({
    initial: valuesOf(opened),
    save: (values) => update.mutateAsync({ id: opened.id, body: bodyOf(values) }),
    onSaved: () => void notify({ title: text('releases.releases.saved'), meaning: 'ok' }),
    goOnWith: valuesOf,
    fromStored: storedAs(releases.record, valuesOf),
  });
  const isOutdated = latest.rowVersion > form.values.rowVersion && !form.isDirty && !form.isSaving;
  useEffect(() => {
    if (isOutdated) onOutdated();
  });
  useLeaveGuard(form);
  return form;
}

function ReleasePage(props: ReleasePageProps) {
  const { latest } = props;
  const text = useText();
  const may = usePermission();
  const pathTo = usePathTo();
  const navigate = useNavigate();
  const remove = useRemoveWithConfirm(releases, {});
  const [showsHistory, setShowsHistory] = useState(false);
  const form = useReleaseForm(props);
  const { id, name, version } = latest;
  const removal = {
    id,
    name: `${name} (${version})`,
    thing: text('releases.releases.the'),
    consequence: text('releases.releases.trash'),
  };
  const mayUpdate = may('fm.releases.update');
  const index = pathTo('releases:index');
  useKeys([
    mayUpdate && { keys: 'mod+s', label: 'kit.keys.save', run: form.submit },
    mayUpdate && { keys: 'mod+Enter', run: form.submit },
    { keys: 'Escape', label: 'kit.keys.back', run: () => void navigate({ to: index }) },
  ]);

  return (
    <DetailPage
      back={{ href: index, label: text('releases.releases.title') }}
      title={name}
      chip={
        <>
          <ReleaseStatus of={latest} />
          <Unsaved isShown={form.isDirty} />
        </>
      }
      actions={[
        {
          label: text('core.history.title'),
          icon: IconHistory,
          kind: 'quiet',
          onClick: () => setShowsHistory(true),
        },
        may('fm.releases.delete') && removeAction(text, () => void remove(removal)),
        mayUpdate && { label: text('kit.cancel'), icon: IconX, kind: 'default', href: index },
        mayUpdate && {
          label: text('kit.save'),
          icon: IconDeviceFloppy,
          kind: 'primary',
          isLoading: form.isSaving,
          onClick: form.submit,
        },
      ]}
    >
      {latest.switchedOffAt !== null && !latest.active && (
        <div className={styles.bar}>
          <MessageBar
            meaning="bad"
            title={text('releases.releases.switchedOff', { at: formatInstant(latest.switchedOffAt) })}
          >
            {text('releases.releases.switchedOffHint')}
          </MessageBar>
        </div>
      )}
      <FormBody form={form} label={name} className={styles.form} footer={null}>
        <div className={styles.split}>
          <ReleaseFields form={form} release={latest} isDisabled={!mayUpdate} />
          <RollOutPane form={form} release={latest} isDisabled={!mayUpdate} />
        </div>
      </FormBody>
      {showsHistory && (
        <HistoryDialog
          entity="fm.releases"
          id={id}
          labels="releases.releases"
          onClose={() => setShowsHistory(false)}
        />
      )}
    </DetailPage>
  );
}
