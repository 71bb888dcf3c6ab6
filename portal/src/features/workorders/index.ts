import type { Screen } from '#portal/kit/screens.tsx';

const area = { prefix: 'comceptum', texts: ['core', 'annotations'] };

/** Fetches the person's running clock, for the shell. */
export const loadRunningClock = async () => (await import('./order-times/running-clock.tsx')).RunningClock;

/** The screens of work orders. */
export const workOrderScreens: readonly Screen[] = [
  {
    ...area,
    name: 'workorders:index',
    path: '/comceptum/workorders',
    title: 'workorders.title',
    load: async () => (await import('./work-orders/orders-list.tsx')).OrdersList,
  },
  {
    ...area,
    name: 'workorders:create',
    path: '/comceptum/workorders/create',
    title: 'workorders.create',
    load: async () => (await import('./work-orders/order-form.tsx')).OrderCreate,
  },
  {
    ...area,
    name: 'workorders:update',
    path: '/comceptum/workorders/{workOrderId}/update',
    title: 'workorders.update',
    load: async () => (await import('./work-orders/order-form.tsx')).OrderUpdate,
  },
  {
    ...area,
    name: 'workorders:copy',
    path: '/comceptum/workorders/{workOrderId}/copy',
    title: 'workorders.copyTitle',
    load: async () => (await import('./work-orders/order-form.tsx')).OrderCopy,
  },
  {
    ...area,
    name: 'workorders:detail',
    path: '/comceptum/workorders/{workOrderId}',
    title: 'workorders.one',
    load: async () => (await import('./work-orders/order-detail.tsx')).OrderDetail,
  },
  {
    ...area,
    name: 'timesheets:index',
    path: '/comceptum/timesheets',
    title: 'workorders.timesheets.title',
    permission: 'workordertimes',
    load: async () => (await import('./timesheets/my-hours.tsx')).MyHours,
  },
  {
    ...area,
    name: 'export-times:index',
    path: '/comceptum/export-times',
    title: 'workorders.exportTimes.title',
    permission: 'workordertimes',
    load: async () => (await import('./export-times/export-times.tsx')).ExportTimes,
  },
];
