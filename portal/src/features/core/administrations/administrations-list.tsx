import { useInvalidate } from '#portal/kit/data/resource-hooks.ts';
import { companies } from '#contract/core/companies.ts';
import { IconListNumbers, IconMailCheck, IconMailCog, IconMailOff } from '@tabler/icons-react';
import { useState } from 'react';
import { administrations, couplings } from '#contract/core/administrations.ts';
import type { Rec } from '#contract/resource.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { lazyPart } from '#portal/kit/lazy-part.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { equalFilters } from '#portal/kit/list/equal-filters.ts';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { RowAction } from '#portal/kit/list/row-actions.tsx';
import { useRecordDialog } from '#portal/kit/list/use-record-dialog.tsx';
import { useGo, useHasScreen, useParam } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { choiceFilter } from '../lists/choice-filter.ts';
import { ResourceList } from '../lists/resource-list.tsx';
import { yesNoFilter } from '../lists/yes-no-filter.ts';
import { AdministrationsForm } from './administrations-form.tsx';

const IntakeDialog = lazyPart(async () => (await import('./intake-dialog.tsx')).IntakeDialog);
type Administration = Rec<typeof administrations>;
const narrowing = equalFilters({ coupling: 'text', mailIsActive: 'boolean' });

const columns = columnsFor(administrations, [
  { field: 'tag', width: 120, small: 'line', isMain: false },
  { field: 'name', isMain: true, small: 'title' },
  { field: 'coupling', width: '20%' },
  { field: 'kvkNumber', isExtra: true },
  { field: 'vatId', isExtra: true },
  { field: 'iban', isExtra: true },
  { field: 'mailbox', sortable: false, render: (row) => <Mailbox of={row} /> },
]);

export function AdministrationsList() {
  const text = useText();
  const companyId = useParam('companyId');
  const rows = useRows(administrations, { companyId }, narrowing);
  const refreshCompany = useInvalidate(companies);
  const { edited, close, mayUpdate, ...dialog } = useRecordDialog(
    administrations,
    { companyId },
    { nameOf: ({ name }) => name, onRemoved: refreshCompany },
  );
  const go = useGo();
  const hasScreen = useHasScreen();
  const mayReadCharts = usePermission()('fmmodule.charts.read') && hasScreen('charts:detail');
  const [mailOf, setMailOf] = useState<Administration>();

  return (
    <>
      <ResourceList
        {...dialog.list}
        place="tab"
        {...rows}
        columns={columns}
        texts="core.administrations"
        filters={[
          choiceFilter('coupling', 'core.administrations.coupling', couplings, text),
          yesNoFilter('mailIsActive', 'core.administrations.mailIsActive', text),
        ]}
        actionsWidth={mayReadCharts ? 156 : 124}
        renderActions={(row) => (
          <>
            {mayReadCharts && (
              <RowAction
                icon={IconListNumbers}
                label={text('core.administrations.chart', { name: row.name })}
                onClick={() => go('charts:detail', { administrationId: row.id })}
              />
            )}
            {mayUpdate && (
              <RowAction
                icon={IconMailCog}
                label={text('core.intake.button', { name: row.name })}
                onClick={() => setMailOf(row)}
              />
            )}
            {dialog.renderActions(row)}
          </>
        )}
      />
      {edited !== undefined && (
        <AdministrationsForm
          companyId={companyId}
          administration={edited}
          onClose={close}
          onSaved={refreshCompany}
          onMail={() => {
            setMailOf(edited ?? undefined);
            close();
          }}
        />
      )}
      {mailOf && <IntakeDialog administration={mailOf} onClose={() => setMailOf(undefined)} />}
    </>
  );
}

function Mailbox({ of: { mailIsActive, mailUsername } }: { readonly of: Administration }) {
  const text = useText();
  const Icon = mailIsActive ? IconMailCheck : IconMailOff;
  const color = mailIsActive ? 'var(--balie-ok)' : 'var(--balie-ink-3)';
  return (
    <>
      <Icon size={16} stroke={1.75} aria-hidden style={{ color, verticalAlign: '-3px', marginRight: 6 }} />
      {mailIsActive ? (
        mailUsername
      ) : (
        <span className="balie-empty">{text('core.administrations.mailIsOff')}</span>
      )}
    </>
  );
}
