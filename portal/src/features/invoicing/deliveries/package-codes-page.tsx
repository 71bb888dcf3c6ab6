import { IconDownload, IconFileUpload, IconFlask } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import type { deliverySettings } from '#contract/invoicing/deliveries.ts';
import { kindsWrittenBy, packageCodeKinds } from '#contract/invoicing/package-codes.ts';
import type { Rec } from '#contract/resource.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { DetailPage } from '#portal/kit/detail/detail-page.tsx';
import { DetailTabs } from '#portal/kit/detail/detail-tabs.tsx';
import { Facts } from '#portal/kit/detail/facts.tsx';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useDownload } from '#portal/kit/feedback/use-download.ts';
import { YesNo } from '#portal/kit/format/yes-no.tsx';
import { useParam, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { Obstacles } from './obstacles.tsx';
import { PackageCodesImport } from './package-codes-import.tsx';
import { deliverySettingsHooks, settingsUrl } from './package-codes.api.ts';
import { codesPart } from './use-mend-link.ts';
import styles from './deliveries.module.css';

/** What the package of an administration calls our accounts, cost centres, VAT codes and creditors. */
export function PackageCodesPage() {
  const settings = deliverySettingsHooks.useOne(useParam('administrationId'), {});
  return <Loaded of={settings}>{(record) => <Page settings={record} />}</Loaded>;
}

function Page({ settings }: { readonly settings: Rec<typeof deliverySettings> }) {
  const text = useText();
  const pathTo = usePathTo();
  const may = usePermission();
  const { save, isLoading } = useDownload();
  const trial = useDownload();
  const [isImporting, setImporting] = useState(false);
  const { id, administration, coupling, hasExporter, requiresMapping } = settings;
  const label = (name: string) => text(`invoicing.packageCodes.${name}`);
  const here = pathTo('delivery-settings:detail', { administrationId: id });
  const kinds = hasExporter ? kindsWrittenBy(coupling) : packageCodeKinds;
  return (
    <DetailPage
      back={{ href: pathTo('delivery-settings:index'), label: text('invoicing.deliverySettings.title') }}
      title={label('title')}
      number={administration.name}
      actions={[
        hasExporter && {
          label: text('invoicing.deliverySettings.trial'),
          icon: IconFlask,
          kind: 'quiet',
          isLoading: trial.isLoading,
          onClick: () => void trial.save(settingsUrl(id, 'trial'), 'proef.zip'),
        },
        {
          label: label('download'),
          icon: IconDownload,
          kind: 'default',
          isLoading,
          onClick: () => void save(settingsUrl(id, 'codes/file'), 'codes.csv'),
        },
        may('fmmodule.deliverysettings.update') && {
          label: label('import'),
          icon: IconFileUpload,
          kind: 'default',
          onClick: () => setImporting(true),
        },
      ]}
    >
      <Facts
        facts={[
          { label: text('invoicing.deliverySettings.coupling'), value: coupling },
          {
            label: text('invoicing.deliverySettings.requiresMapping'),
            value: <YesNo value={requiresMapping} />,
          },
        ]}
      />
      <div className={styles.body}>
        {!hasExporter && (
          <MessageBar meaning="warn">{text('invoicing.deliverySettings.noExporter')}</MessageBar>
        )}
        <Obstacles id={id} />
      </div>
      <DetailTabs
        tabs={[
          ...kinds.map((kind) => ({ label: label(`kinds.${kind}`), href: `${here}/${codesPart[kind]}` })),
          { label: label('history'), href: `${here}/history` },
        ]}
      />
      <Outlet />
      {isImporting && <PackageCodesImport id={id} onClose={() => setImporting(false)} />}
    </DetailPage>
  );
}
