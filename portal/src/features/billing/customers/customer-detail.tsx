import { IconBuilding } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { DetailPage } from '#portal/kit/detail/detail-page.tsx';
import { DetailTabs } from '#portal/kit/detail/detail-tabs.tsx';
import { Facts } from '#portal/kit/detail/facts.tsx';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { useHasScreen, useParam, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { customerHooks, type Customer } from './customer.ts';
import styles from './customers.module.css';

export function CustomerDetail() {
  const customer = customerHooks.useOne(useParam('companyId'), {});
  return <Loaded of={customer}>{(record) => <CustomerPage customer={record} />}</Loaded>;
}

function CustomerPage({ customer }: { readonly customer: Customer }) {
  const text = useText();
  const may = usePermission();
  const pathTo = usePathTo();
  const hasScreen = useHasScreen();
  const { id, name, fmCustomerId, active } = customer;
  const here = pathTo('customers:detail', { companyId: id });
  // Names and addresses are changed where companies are managed.
  const mayManage = hasScreen('companies:detail') && may('core.companies.read.system');

  return (
    <DetailPage
      back={{ href: pathTo('customers:index'), label: text('billing.customers.title') }}
      title={name}
      number={String(fmCustomerId)}
      chip={!active && <span className="balie-empty">{text('billing.customers.isInactive')}</span>}
      actions={[
        mayManage && {
          label: text('billing.customers.toCompany'),
          icon: IconBuilding,
          kind: 'default',
          href: pathTo('companies:detail', { companyId: id }),
        },
      ]}
    >
      <CustomerFacts customer={customer} />
      <DetailTabs
        tabs={[
          { label: text('billing.customers.tabs.administrations'), href: `${here}/administrations` },
          may('fm.priceagreements.read') && {
            label: text('billing.customers.tabs.priceAgreements'),
            href: `${here}/price-agreements`,
          },
          may('fm.priceagreements.read') && {
            label: text('billing.customers.tabs.oneOffLines'),
            href: `${here}/one-off-lines`,
          },
          { label: text('billing.customers.tabs.invoices'), href: `${here}/invoices` },
          may('fm.updatekeys.read') && {
            label: text('billing.customers.tabs.updateKeys'),
            href: `${here}/update-keys`,
          },
          may('core.companies.read') && { label: text('core.history.title'), href: `${here}/history` },
        ]}
      />
      <Outlet />
    </DetailPage>
  );
}

function CustomerFacts({ customer }: { readonly customer: Customer }) {
  const text = useText();
  const { domainName, license, primaRelatienummer, currentRelease, previousRelease } = customer;
  const release = (version: string) =>
    customer.unknownReleases.includes(version) ? (
      <>
        {version} <span className="balie-empty">{text('billing.customers.unknownRelease')}</span>
      </>
    ) : (
      version || '-'
    );
  return (
    <Facts
      facts={[
        { label: text('billing.customers.domainName'), value: domainName || '-' },
        {
          label: text('billing.customers.license'),
          value: license ? <span className={styles.code}>{license}</span> : '-',
        },
        { label: text('billing.customers.primaRelatienummer'), value: primaRelatienummer || '-' },
        { label: text('billing.customers.currentRelease'), value: release(currentRelease) },
        { label: text('billing.customers.previousRelease'), value: release(previousRelease) },
      ]}
    />
  );
}
