import type { Screen } from '#portal/kit/screens.tsx';

const area = { prefix: 'carpetline', texts: ['core'] };

/** The screens of the carpet area. */
export const carpetlineScreens: readonly Screen[] = [
  {
    ...area,
    name: 'orders:index',
    path: '/carpetline/orders',
    title: 'carpetline.orders.title',
    load: async () => (await import('./orders/orders-list.tsx')).OrdersList,
  },
  {
    ...area,
    name: 'orders:create',
    path: '/carpetline/orders/create',
    title: 'carpetline.orders.create',
    load: async () => (await import('./orders/order-form.tsx')).OrderCreate,
  },
  {
    ...area,
    name: 'orders:update',
    path: '/carpetline/orders/{orderId}/update',
    title: 'carpetline.orders.update',
    load: async () => (await import('./orders/order-form.tsx')).OrderUpdate,
  },
  {
    ...area,
    name: 'orders:detail',
    path: '/carpetline/orders/{orderId}',
    title: 'carpetline.orders.one',
    load: async () => (await import('./orders/order-detail.tsx')).OrderDetail,
  },
  {
    ...area,
    name: 'carpet-labels:detail',
    path: '/carpetline/orders/{orderId}/labels',
    title: 'carpetline.label.short',
    permission: 'orders',
    load: async () => (await import('./board/label.tsx')).Labels,
  },
  {
    ...area,
    name: 'carpet-board:index',
    path: '/carpetline/board',
    title: 'carpetline.board.title',
    permission: 'orders',
    load: async () => (await import('./board/board.tsx')).Board,
  },
  {
    ...area,
    name: 'carpet-closing-days:index',
    path: '/carpetline/closing-days',
    title: 'carpetline.settings.title',
    permission: 'orders',
    load: async () => (await import('./board/closing-days.tsx')).ClosingDays,
  },
  {
    ...area,
    name: 'semi-finishes:index',
    path: '/carpetline/semi-finishes',
    title: 'carpetline.catalogue.title',
    load: async () => (await import('./catalogue/catalogue-list.tsx')).CatalogueList,
  },
  {
    ...area,
    name: 'semi-finishes:create',
    path: '/carpetline/semi-finishes/create',
    title: 'carpetline.catalogue.create',
    load: async () => (await import('./catalogue/catalogue-form.tsx')).CatalogueCreate,
  },
  {
    ...area,
    name: 'semi-finishes:update',
    path: '/carpetline/semi-finishes/{semiFinishId}/update',
    title: 'carpetline.catalogue.update',
    load: async () => (await import('./catalogue/catalogue-form.tsx')).CatalogueUpdate,
  },
  {
    ...area,
    name: 'user-customer-relations:index',
    path: '/carpetline/user-customer-relations',
    title: 'carpetline.users.title',
    load: async () => (await import('./portal-users/portal-users-list.tsx')).PortalUsersList,
  },
  {
    ...area,
    name: 'user-customer-relations:create',
    path: '/carpetline/user-customer-relations/create',
    title: 'carpetline.users.create',
    texts: ['core', 'identity'],
    load: async () => (await import('./portal-users/portal-user-form.tsx')).PortalUserCreate,
  },
  {
    ...area,
    name: 'user-customer-relations:detail',
    path: '/carpetline/user-customer-relations/{userId}',
    title: 'carpetline.users.one',
    load: async () => (await import('./portal-users/portal-user-detail.tsx')).PortalUserDetail,
  },
];
