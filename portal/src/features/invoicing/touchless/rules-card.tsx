import { Button } from '@mantine/core';
import { IconCircleCheck, IconCircleOff, IconUserCheck } from '@tabler/icons-react';
import { formatMoney } from '#contract/money.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { touchlessRules } from '#contract/invoicing/touchless.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useNotifyFailure } from '#portal/kit/feedback/use-notify-failure.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useRecordDialog } from '#portal/kit/list/use-record-dialog.tsx';
import { useText } from '#portal/kit/text.ts';
import { RuleDialog } from './rule-dialog.tsx';
import { type TouchlessRule, useSwitchRule } from './touchless.api.ts';
import { WideTable } from './wide-table.tsx';
import styles from './touchless.module.css';

const { useList } = resourceHooks(touchlessRules);

/** The rules of the company, what each decided this month, and whether it is on. */
export function RulesCard({ companyId }: { readonly companyId: string }) {
  const text = useText();
  const filter = `companyId eq '${companyId}'`;
  const rules = useList({ top: 200, filter }, {});
  const { list, dialog, renderActions } = useRecordDialog(
    touchlessRules,
    {},
    {
      nameOf: ({ name }) => name,
      texts: 'invoicing.touchless.rule',
      consequence: 'invoicing.touchless.rule.consequence',
      isRemovable: ({ kind }) => kind !== 'supplier',
    },
  );
  const heads = ['number', 'does', 'most', 'switchedBy', 'decided', 'wrong', 'state'] as const;
  return (
    <Card
      title={text('invoicing.touchless.rules')}
      actions={
        list.create && (
          <Button size="xs" onClick={list.create.onClick}>
            {text('invoicing.touchless.rule.create')}
          </Button>
        )
      }
      isFlush
    >
      <Loaded of={rules}>
        {({ result }) =>
          result.length === 0 ? (
            <p className={styles.empty}>{text('invoicing.touchless.noRules')}</p>
          ) : (
            <WideTable name={text('invoicing.touchless.rules')}>
              <table className={styles.table} data-rules>
                <thead>
                  <tr>
                    {heads.map((name) => (
                      <th key={name} scope="col">
                        {text(`invoicing.touchless.head.${name}`)}
                      </th>
                    ))}
                    <th scope="col">
                      <span className="balie-hidden">{text('kit.table.actions')}</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {result.map((rule) => (
                    <RuleRow
                      key={rule.id}
                      rule={rule}
                      actions={rule.kind === 'supplier' ? null : renderActions(rule)}
                    />
                  ))}
                </tbody>
              </table>
            </WideTable>
          )
        }
      </Loaded>
      <p className={styles.note}>{text('invoicing.touchless.outrank')}</p>
      {dialog && <RuleDialog {...dialog} />}
    </Card>
  );
}

function RuleRow({ rule, actions }: { readonly rule: TouchlessRule; readonly actions: React.ReactNode }) {
  const text = useText();
  const language = useLanguage();
  const { number, version, kind, name, content, switchedByName, decidedCount, wrongCount } = rule;
  const money = (cents: number) => formatMoney(cents, 'EUR', language);
  return (
    <tr>
      <td>
        {number}.{version}
      </td>
      <th scope="row">
        {name}
        <small>
          {text(`invoicing.touchless.says.${kind}`, {
            confidence: Math.round((content?.confidence ?? 0) * 100),
            confirmed: content?.confirmed ?? 0,
            share: Math.round((content?.bookingShare ?? 0) * 100),
            upTo: money(content?.upTo ?? 0),
          })}
        </small>
      </th>
      <td>
        {content === null
          ? '–'
          : text('invoicing.touchless.mostOf', { count: content.maxCount, total: money(content.maxTotal) })}
      </td>
      <td>{switchedByName || '–'}</td>
      <td>{decidedCount}</td>
      <td data-bad={wrongCount > 0 || undefined}>{wrongCount}</td>
      <td>
        <RuleState rule={rule} />
      </td>
      <td>{actions}</td>
    </tr>
  );
}

function RuleState({ rule: { id, name, kind, isOn, isMine, offReason } }: { readonly rule: TouchlessRule }) {
  const text = useText();
  const notifyFailure = useNotifyFailure();
  const may = usePermission()(`${touchlessRules.permission}.update`);
  const { mutate, isPending } = useSwitchRule();
  const isWaiting = !isOn && isMine && kind !== 'supplier';
  const state = isOn ? 'on' : isWaiting ? 'waits' : 'off';
  const Look = { on: IconCircleCheck, off: IconCircleOff, waits: IconUserCheck }[state];
  const maySwitch = may && (isOn || (!isMine && kind !== 'supplier'));
  const change = () =>
    mutate(
      { id, isOn: !isOn },
      {
        onSuccess: () =>
          void notify({
            meaning: 'ok',
            title: text(`invoicing.touchless.${isOn ? 'isOff' : 'isOn'}`, { name }),
          }),
        onError: notifyFailure,
      },
    );
  return (
    <span className={styles.state} data-state={state}>
      <Look size={16} stroke={1.75} aria-hidden />
      <span>
        {text(`invoicing.touchless.state.${state}`)}
        {offReason !== '' && <small>{text(`invoicing.touchless.offReason.${offReason}`)}</small>}
      </span>
      {maySwitch && (
        <Button size="xs" loading={isPending} onClick={change}>
          {text(`invoicing.touchless.${isOn ? 'switchOff' : 'switchOn'}`)}
          <span className="balie-hidden"> {name}</span>
        </Button>
      )}
    </span>
  );
}
