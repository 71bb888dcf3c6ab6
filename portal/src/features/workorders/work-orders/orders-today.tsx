export function OrdersToday() { return null; }
