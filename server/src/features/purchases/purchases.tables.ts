interface PurchaseLinksTable {
  company_id: string;
  invoice_id: string;
  order_line_id: string;
  work_order_id: string;
  amount_in_cents: number;
  linked_at: string;
  linked_by: string | null;
  linked_by_name: string;
}

declare module '#server/platform/db/schema.ts' {
  interface Tables {
    purchase_links: PurchaseLinksTable;
  }
}
