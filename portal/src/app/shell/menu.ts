import {
  IconActivityHeartbeat,
  IconArchive,
  IconAddressBook,
  IconBeach,
  IconBuilding,
  IconBuildingBank,
  IconBuildingStore,
  IconCalendarOff,
  IconCategoryPlus,
  IconChartBar,
  IconChartHistogram,
  IconChartLine,
  IconClipboardData,
  IconClock,
  IconClockDown,
  IconFileImport,
  IconFileUnknown,
  IconHandOff,
  IconId,
  IconLayoutKanban,
  IconListNumbers,
  IconPalette,
  IconPrinter,
  IconReceipt,
  IconReceiptEuro,
  IconRegex,
  IconRocket,
  IconRoute2,
  IconScanEye,
  IconShoppingCart,
  IconTag,
  IconTrash,
  IconTruckDelivery,
  IconUsers,
  IconUsersGroup,
  IconUserSquareRounded,
  type TablerIcon,
} from '@tabler/icons-react';
import { satisfiesAny } from '#contract/permissions.ts';
import type { Screen, ScreenName } from '#portal/kit/screens.tsx';
import { guard } from '../guard.ts';
import type { Variant } from '../variants.ts';

/** One line of the menu. */
export interface MenuItem {
  readonly screen: ScreenName;
  /** Text key. */
  readonly label: string;
  readonly icon: TablerIcon;
  /** Permission; a pipe stands between alternatives. */
  readonly needs: string;
  /** Path of the list whose row count is shown as open work. */
  readonly waiting?: string;
  /** Permission that hides the line, since it shows the same of everybody elsewhere. */
  readonly unless?: string;
}

/** Lines under one head. */
export interface MenuGroup {
  readonly key: string;
  /** Text key of the head, or null for lines that need none. */
  readonly label: string | null;
  /** Permission for the whole group; `{product}` is the brand's prefix (§A9). */
  readonly needs: string | null;
  readonly items: readonly MenuItem[];
}

const item = (screen: ScreenName, label: string, icon: TablerIcon, needs: string): MenuItem => ({
  screen,
  label: `shell.menu.${label}`,
  icon,
  needs,
});

// The groups of product 1.6, in its order; invoices come first, since they are a brand's home.
const menu: readonly MenuGroup[] = [
  {
    key: 'invoices',
    label: null,
    needs: null,
    items: [
      item('invoices:index', 'invoices', IconReceipt, 'fmmodule.invoices.read.company'),
      item('archive:index', 'archive', IconArchive, 'fmmodule.archive.read'),
      item('creditors:index', 'creditors', IconBuildingStore, 'fmmodule.creditors.read'),
      item('approval-flows:index', 'approvalFlow', IconRoute2, 'fmmodule.approvalflows.read'),
      item('approval-report:index', 'approvalReport', IconChartLine, 'fmmodule.approvalflows.read'),
      item('touchless:index', 'touchless', IconHandOff, 'fmmodule.touchlessrules.read'),
      item('absences:index', 'absences', IconBeach, 'fmmodule.absences.read'),
      item('deliveries:index', 'deliveries', IconTruckDelivery, 'fmmodule.deliveries.read'),
      item('payments:index', 'payments', IconBuildingBank, 'fmmodule.payments.read'),
      item('charts:index', 'charts', IconListNumbers, 'fmmodule.charts.read'),
      {
        ...item('usage:index', 'ownUsage', IconChartHistogram, 'fmmodule.usage.read'),
        unless: 'fm.report.read.system',
      },
      {
        ...item('documents:index', 'documentsToComplete', IconFileUnknown, 'fmmanagement.documents.update'),
        unless: 'fm.deprecated.read|fmmanagement.documents.read.system',
        waiting: 'fmmanagement/documenten/onbekend',
      },
    ],
  },
  {
    key: 'manager',
    label: 'shell.menu.manager',
    needs: null,
    items: [
      item('customer-relations:index', 'customerRelations', IconAddressBook, 'core.customerrelations.read'),
    ],
  },
  {
    key: 'orders',
    label: 'shell.menu.orders',
    needs: null,
    items: [
      item('workorders:index', 'workorders', IconPrinter, 'comceptum.workorders.read'),
      item('timesheets:index', 'myHours', IconClock, 'comceptum.workordertimes.read'),
      item('export-times:index', 'exportTimes', IconClockDown, 'comceptum.workorders.read'),
    ],
  },
  {
    key: 'orderPortal',
    label: 'shell.menu.orderPortal',
    needs: 'carpetline.orders.read|carpetline.usercustomerrelations.read',
    items: [
      item('orders:index', 'carpetOrders', IconShoppingCart, 'carpetline.orders.read'),
      item('carpet-board:index', 'carpetBoard', IconLayoutKanban, 'carpetline.orders.process'),
      item('semi-finishes:index', 'catalogue', IconPalette, 'carpetline.semifinishes.read'),
      item('carpet-closing-days:index', 'closingDays', IconCalendarOff, 'carpetline.orders.process'),
      item('carpet-letterhead:index', 'letterhead', IconId, 'carpetline.orders.process'),
      item(
        'user-customer-relations:index',
        'portalUsers',
        IconUserSquareRounded,
        'carpetline.usercustomerrelations.read.company|carpetline.usercustomerrelations.read.system',
      ),
    ],
  },
  {
    key: 'fm',
    label: 'shell.menu.fm',
    needs: '{product}.deprecated.read',
    items: [
      item('releases:index', 'releases', IconRocket, 'fm.releases.update'),
      item('customers:index', 'customers', IconUsers, 'fm.customers.read'),
      item('price-agreements:index', 'priceAgreements', IconTag, 'fm.priceagreements.read'),
      item('billing-runs:index', 'billingRuns', IconReceiptEuro, 'fm.billing.read.system'),
      item('report:index', 'report', IconClipboardData, 'fm.report.read'),
      {
        ...item(
          'invoicerecognitiondata:index',
          'recognition',
          IconScanEye,
          'fmmodule.invoicerecognitiondata.read.user',
        ),
        waiting: 'fmmodule/invoicerecognition/unvalidated',
      },
      {
        ...item('documents:index', 'unknownDocuments', IconFileUnknown, 'fmmanagement.documents.read.user'),
        waiting: 'fmmanagement/documenten/onbekend',
      },
      item('triggers:index', 'triggers', IconRegex, 'fmmanagement.triggers.read'),
      item('board:index', 'recognitionBoard', IconChartBar, 'fmmanagement.board.read'),
      item('intake-log:index', 'intakeLog', IconFileImport, 'fmmodule.intakelog.read'),
    ],
  },
  {
    // Of a customer's own administrators; the provider's people have the lists of all companies below.
    key: 'own',
    label: 'shell.menu.own',
    needs: null,
    items: [
      {
        ...item('own-company:index', 'ownCompany', IconBuilding, 'core.companies.read'),
        unless: 'core.companies.read.system',
      },
      {
        ...item('groups:index', 'groups', IconUsersGroup, 'core.groups.read'),
        unless: 'core.groups.read.system',
      },
    ],
  },
  {
    key: 'management',
    label: 'shell.menu.management',
    needs: '{product}.deprecated.read',
    items: [
      item('companies:index', 'companies', IconBuilding, 'core.companies.read.system'),
      item('groups:index', 'groups', IconUsersGroup, 'core.groups.read.system'),
      item('modules:index', 'modules', IconCategoryPlus, 'core.modules.read.system'),
      item('trash:index', 'trash', IconTrash, 'core.trash.read'),
      item('status:index', 'status', IconActivityHeartbeat, 'core.status.read.system'),
    ],
  },
];

/** The groups and lines that a person sees: those with permission and a screen; a group without lines is left out. */
export function visibleMenu(
  held: readonly string[],
  hasScreen: (name: ScreenName) => boolean,
  { product }: Pick<Variant, 'product'>,
): readonly MenuGroup[] {
  return menu
    .filter(({ needs }) => needs === null || satisfiesAny(held, needs.replace('{product}', product)))
    .map((group) => ({
      ...group,
      items: group.items.filter(
        ({ screen, needs, unless }) =>
          hasScreen(screen) &&
          satisfiesAny(held, needs) &&
          !(unless !== undefined && satisfiesAny(held, unless)),
      ),
    }))
    .filter(({ items }) => items.length > 0);
}

/** The lines of all screens that a person may open, also those that their menu leaves out. */
export function openItems(held: readonly string[], screens: readonly Screen[]): readonly MenuItem[] {
  const byName = new Map(screens.map((screen) => [screen.name, screen]));
  const lines = new Map(menu.flatMap(({ items }) => items).map((line) => [line.screen, line]));
  return [...lines.values()].filter((line) => {
    const screen = byName.get(line.screen);
    return screen !== undefined && guard(screen, held, screens).kind === 'open';
  });
}
