import { Button } from '@mantine/core';
import { IconFileText, IconPackage, IconQrcode } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { type Order, useOrderKey } from './order.ts';
import { usePaper } from './use-paper.ts';
import styles from './order.module.css';

/** What of an order goes on paper; the packing slip and the labels are the carpet department's. */
export function Papers({ order }: { readonly order: Order }) {
  const text = useText();
  const pathTo = usePathTo();
  const paper = usePaper(order);
  const labels = pathTo('carpet-labels:detail', { orderId: useOrderKey()(order) });
  return (
    <div className={styles.papers}>
      <Button
        variant="subtle"
        loading={paper.isLoading}
        leftSection={<IconFileText size={16} stroke={1.75} aria-hidden />}
        onClick={() => paper.save('confirmation')}
      >
        {text('carpetline.paper.confirmation')}
      </Button>
      {order.canProcess && (
        <>
          <Button
            variant="subtle"
            loading={paper.isLoading}
            leftSection={<IconPackage size={16} stroke={1.75} aria-hidden />}
            onClick={() => paper.save('packing-slip')}
          >
            {text('carpetline.paper.packingSlip')}
          </Button>
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
