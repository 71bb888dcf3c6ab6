import { useInvalidate } from '#portal/kit/data/resource-hooks.ts';
import { companies } from '#contract/core/companies.ts';
import { companyModules } from '#contract/core/company-modules.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { useRecordDialog } from '#portal/kit/list/use-record-dialog.tsx';
import { useParam } from '#portal/kit/screens.tsx';
import { ResourceList } from '../lists/resource-list.tsx';
import { CompanyModulesForm } from './company-modules-form.tsx';

const columns = columnsFor(
  companyModules,
  [
    { field: 'moduleName', small: 'title' },
    { field: 'createdAt', width: '40%', small: 'line' },
  ],
  'core.companyModules',
);

export function CompanyModulesList() {
  const companyId = useParam('companyId');
  const rows = useRows(companyModules, { companyId });
  const refreshCompany = useInvalidate(companies);
  // A module is given or taken away, never changed.
  const dialog = useRecordDialog(
    companyModules,
    { companyId },
    {
      nameOf: ({ moduleName }) => moduleName,
      scope: 'system',
      consequence: 'core.companyModules.rightsGo',
      onRemoved: refreshCompany,
    },
  );

  return (
    <>
      <ResourceList
        {...dialog.list}
        place="tab"
        {...rows}
        columns={columns}
        texts="core.companyModules"
        actionsWidth={60}
      />
      {dialog.edited !== undefined && (
        <CompanyModulesForm companyId={companyId} onClose={dialog.close} onSaved={refreshCompany} />
      )}
    </>
  );
}
