/** What a portal user may do, limited to the orders of their relation (§F4). */
export const portalPermissions = ['read', 'create', 'update', 'delete'].map(
  (action) => `carpetline.orders.${action}.company`,
);
