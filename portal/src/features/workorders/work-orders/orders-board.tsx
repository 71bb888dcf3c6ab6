export function OrdersBoard() { return null; }
