import { Outlet } from '@tanstack/react-router';
import { DetailPage } from '#portal/kit/detail/detail-page.tsx';
import { DetailTabs } from '#portal/kit/detail/detail-tabs.tsx';
import { Facts } from '#portal/kit/detail/facts.tsx';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useParam, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { chartHooks } from './charts.api.ts';

/** The chart of an administration, in its parts. */
export function ChartsDetail() {
  const text = useText();
  const pathTo = usePathTo();
  const chart = chartHooks.useOne(useParam('administrationId'), {});
  return (
    <Loaded of={chart}>
      {({ id, administration, company, unconfirmedVatCodes, ...counts }) => {
        const here = pathTo('charts:detail', { administrationId: id });
        const tab = (part: string, path: string, count?: number) => ({
          label: text(`invoicing.charts.${part}`),
          href: `${here}/${path}`,
          count,
        });
        return (
          <DetailPage
            leavesOnEscape
            back={{ href: pathTo('charts:index'), label: text('invoicing.charts.title') }}
            title={administration.name}
            number={administration.tag}
          >
            <Facts
              facts={[
                { label: text('invoicing.charts.company.name'), value: company.name },
                { label: text('invoicing.charts.coupling'), value: administration.coupling },
              ]}
            />
            {unconfirmedVatCodes > 0 && (
              <MessageBar
                meaning="warn"
                title={text('invoicing.charts.unconfirmed', { count: unconfirmedVatCodes })}
              >
                {text('invoicing.charts.unconfirmedHint')}
              </MessageBar>
            )}
            <DetailTabs
              tabs={[
                tab('accounts', 'accounts', counts.accounts),
                tab('costcenters', 'cost-centres', counts.costcenters),
                tab('costUnits', 'cost-units', counts.costUnits),
                tab('journals', 'journals', counts.journals),
                tab('vatCodes', 'vat-codes', counts.vatCodes),
                tab('periods', 'periods'),
                tab('imports', 'imports'),
                tab('history', 'history'),
              ]}
            />
            <Outlet />
          </DetailPage>
        );
      }}
    </Loaded>
  );
}
