import { Outlet } from '@tanstack/react-router';
import { companies, limitNames } from '#contract/core/companies.ts';
import { formatNumber } from '#contract/money.ts';
import type { Rec } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { editAction, removeAction } from '#portal/kit/detail/detail-actions.tsx';
import { DetailPage } from '#portal/kit/detail/detail-page.tsx';
import { DetailTabs } from '#portal/kit/detail/detail-tabs.tsx';
import { Facts } from '#portal/kit/detail/facts.tsx';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { useRemoveWithConfirm } from '#portal/kit/feedback/use-remove-with-confirm.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { momentBy } from '#portal/kit/format/moment-by.ts';
import { Picture } from '#portal/kit/format/picture.tsx';
import { YesNo } from '#portal/kit/format/yes-no.tsx';
import { useParam, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';

const { useOne } = resourceHooks(companies);

export function CompaniesDetail() {
  const company = useOne(useParam('companyId'), {});
  return <Loaded of={company}>{(record) => <Company company={record} />}</Loaded>;
}

function Company({ company }: { readonly company: Rec<typeof companies> }) {
  const text = useText();
  const may = usePermission();
  const language = useLanguage();
  const pathTo = usePathTo();
  const remove = useRemoveWithConfirm(companies, {});
  const { id, name } = company;
  const removal = { id, name, thing: text('core.companies.the'), consequence: text('core.companies.trash') };
  const here = pathTo('companies:detail', { companyId: id });
  // Those of its own; the usual ones go without saying.
  const limits = limitNames.flatMap((limit) => {
    const most = company[limit];
    return most === null
      ? []
      : [{ label: text(`core.companies.${limit}`), value: formatNumber(most, language) }];
  });
  // A customer's own administrator has no list to go back to.
  const back = may('core.companies.read.system')
    ? { href: pathTo('companies:index'), label: text('core.companies.title') }
    : { href: '/', label: text('shell.home.title') };

  return (
    <DetailPage
      leavesOnEscape
      back={back}
      title={name}
      picture={<Picture name={name} src={company.logo} />}
      actions={[
        may('core.companies.delete') && removeAction(text, () => void remove(removal)),
        may('core.companies.update') &&
          editAction(text, { href: pathTo('companies:update', { companyId: id }) }),
      ]}
    >
      <Facts
        facts={[
          { label: text('core.companies.domainName'), value: company.domainName },
          { label: text('core.companies.primaRelatienummerLong'), value: company.primaRelatienummer || '-' },
          { label: text('core.companies.active'), value: <YesNo value={company.active} /> },
          ...(may('core.companies.update.system') ? limits : []),
          {
            label: text('core.companies.updatedAt'),
            value: momentBy(company.updatedAt, company.updatedBy),
          },
        ]}
      />
      <DetailTabs
        tabs={[
          may('core.administrations.read') && {
            label: text('core.administrations.title'),
            href: `${here}/administrations`,
            count: company.administrationCount,
          },
          may('core.users.read') && {
            label: text('core.users.title'),
            href: `${here}/users`,
            count: company.userCount,
          },
          may('core.companymodules.read') && {
            label: text('core.companyModules.title'),
            href: `${here}/modules`,
            count: company.moduleCount,
          },
          may('core.serviceaccounts.read|core.webhooks.read') && {
            label: text('core.serviceAccounts.tab'),
            href: `${here}/programs`,
          },
          may('core.identityprovider.read') && {
            label: text('core.identityProvider.tab'),
            href: `${here}/sign-in`,
          },
          may('core.audit.read') && { label: text('core.audit.tab'), href: `${here}/audit` },
          { label: text('core.history.title'), href: `${here}/history` },
        ]}
      />
      <Outlet />
    </DetailPage>
  );
}
