export const OrderCreate = () => null; export const OrderUpdate = () => null; export const OrderCopy = () => null;
