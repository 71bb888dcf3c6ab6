import { Button } from '@mantine/core';
import { IconFilePencil, IconRefresh, IconRosette, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { BackLink } from '#portal/kit/detail/back-link.tsx';
import { DetailActions } from '#portal/kit/detail/detail-actions.tsx';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import detail from '#portal/kit/detail/detail.module.css';
import { FailureBar } from '#portal/kit/feedback/failure-bar.tsx';
import { StatusChip } from '#portal/kit/format/status-chip.tsx';
import { useParam, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { useIsPhone } from '#portal/kit/use-width.ts';
import { SettingsCard } from '../workload/settings-card.tsx';
import { WorkloadCard } from '../workload/workload-card.tsx';
import { type Flow, flowHooks, useFlowChoices } from './flow.api.ts';
import { gapsOf } from './flow.rules.ts';
import { FourEyesCard } from './four-eyes-card.tsx';
import { RulesEditor } from './rules-editor.tsx';
import { Tester } from './tester.tsx';
import { useFlowActions } from './use-flow-actions.ts';
import { useFlowDraft } from './use-flow-draft.ts';
import { useFlowWords } from './flow-words.ts';
import { Versions } from './versions.tsx';
import styles from './flow.module.css';

/** The flow of the company in the address. */
export function FlowDetail() {
  return <FlowPage companyId={useParam('companyId')} />;
}

/** The approval flow of a company: its rules, four eyes, versions, and who would get an invoice (§C13). */
export function FlowPage({ companyId }: { readonly companyId: string }) {
  return (
    <Loaded of={flowHooks.useOne(companyId, {})}>{(flow) => <Editor key={companyId} flow={flow} />}</Loaded>
  );
}

function Editor({ flow }: { readonly flow: Flow }) {
  const text = useText();
  const pathTo = usePathTo();
  const may = usePermission();
  const isPhone = useIsPhone();
  const { data: choices } = useFlowChoices(flow.id);
  const words = useFlowWords(choices);
  const draft = useFlowDraft(flow);
  const [isChecked, setChecked] = useState(false);
  const [matched, setMatched] = useState<number>();
  const gaps = isChecked ? gapsOf(draft.content) : new Set<string>();
  const actions = useFlowActions(flow, draft, () => setChecked(true));
  // A list is no place for a thumb: on a phone the rules are read and tried.
  const mayEdit = !isPhone && may('fmmodule.approvalflows.update');
  const hasDraft = flow.draft !== null || draft.state === 'saving';
  const next = flow.version + 1;

  return (
    <div className={detail.page}>
      <header className={detail.head}>
        {may('fmmodule.approvalflows.read.system') && (
          <BackLink href={pathTo('approval-flows:index')} label={flow.company.name} />
        )}
        <div className={detail.titleLine}>
          <h1 className={detail.title}>{text('invoicing.flow.title')}</h1>
          {hasDraft ? (
            <StatusChip
              meaning="neutral"
              icon={IconFilePencil}
              word={text('invoicing.flow.draftOf', { version: next })}
            />
          ) : (
            flow.version > 0 && (
              <StatusChip
                meaning="ok"
                icon={IconRosette}
                word={text('invoicing.flow.inUse', { version: flow.version })}
              />
            )
          )}
          {mayEdit && (
            <DetailActions
              actions={[
                hasDraft && {
                  label: text('invoicing.flow.discard'),
                  icon: IconTrash,
                  kind: 'danger',
                  onClick: () => void actions.discard(),
                },
                hasDraft && {
                  label: text('invoicing.flow.putInUse', { version: next }),
                  icon: IconRosette,
                  kind: 'primary',
                  isLoading: actions.isBusy,
                  onClick: () => void actions.putInUse(),
                },
              ]}
            />
          )}
        </div>
        <p className={styles.about}>
          <span>
            {hasDraft
              ? text('invoicing.flow.countsFor', { version: next })
              : text('invoicing.flow.countsNow')}{' '}
            <span className="balie-empty" role="status">
              {mayEdit && hasDraft && text(`invoicing.flow.state.${draft.state}`)}
            </span>
          </span>
          {mayEdit && flow.version > 0 && flow.openInvoices > 0 && (
            <Button
              size="xs"
              leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
              loading={actions.isApplying}
              onClick={() => void actions.apply()}
            >
              {text('invoicing.flow.apply', { count: flow.openInvoices })}
            </Button>
          )}
        </p>
        {draft.error && (
          <div className={styles.failure}>
            <FailureBar error={draft.error} />
            <Button size="xs" onClick={() => void actions.reload()}>
              {text('invoicing.flow.reload')}
            </Button>
          </div>
        )}
        {actions.error && <FailureBar error={actions.error} />}
      </header>
      <div className={styles.columns}>
        <div className={styles.main}>
          <RulesEditor
            companyId={flow.id}
            draft={draft}
            choices={choices}
            words={words}
            gaps={gaps}
            matched={matched}
            mayEdit={mayEdit}
          />
          <FourEyesCard draft={draft} choices={choices} words={words} mayEdit={mayEdit} />
          <WorkloadCard companyId={flow.companyId} />
          {mayEdit && <SettingsCard companyId={flow.companyId} people={choices?.people ?? []} />}
        </div>
        <aside className={styles.side}>
          <Tester flow={flow} content={draft.content} words={words} onMatched={setMatched} />
          <Versions flow={flow} words={words} />
        </aside>
      </div>
    </div>
  );
}
