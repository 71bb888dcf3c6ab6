import { Button } from '@mantine/core';
import { IconFileText, IconPackage, IconQrcode, type TablerIcon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { carpetOrders } from '#contract/carpetline/orders.ts';
import { useDownload } from '#portal/kit/feedback/use-download.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { type Order, useOrderKey } from './order.ts';
import styles from './order.module.css';

/** The printed documents of an order; packing slip and labels are for the carpet department. */
export function OrderDocuments({ order }: { readonly order: Order }) {
  const text = useText();
  const pathTo = usePathTo();
  const { save, isLoading } = useDownload();
  const { id, number, canProcess } = order;
  const labels = pathTo('carpet-labels:detail', { orderId: useOrderKey()(order) });
  const pdfButton = (kind: 'confirmation' | 'packing-slip', label: string, Icon: TablerIcon) => (
    <Button
      variant="subtle"
      loading={isLoading}
      leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
      onClick={() => void save(`/api/${carpetOrders.path}/${id}/${kind}`, `${text(label)} ${number}.pdf`)}
    >
      {text(label)}
    </Button>
  );
  return (
    <div className={styles.documents}>
      {pdfButton('confirmation', 'carpetline.paper.confirmation', IconFileText)}
      {canProcess && (
        <>
          {pdfButton('packing-slip', 'carpetline.paper.packingSlip', IconPackage)}
          <Button
            component={Link}
            to={labels}
            variant="subtle"
            leftSection={<IconQrcode size={16} stroke={1.75} aria-hidden />}
          >
            {text('carpetline.label.short')}
          </Button>
        </>
      )}
    </div>
  );
}
