import type { Generated } from 'kysely';
import type { AuditColumns } from '#server/platform/db/schema.ts';

/** A colour as it is stored in the tree of its semi-finish. */
export interface StoredColor {
  readonly id: string;
  readonly description: string;
  readonly swatch: string | null;
  readonly isActive: boolean;
}

/** An article as it is stored in the tree of its semi-finish. */
export interface StoredArticle {
  readonly id: string;
  readonly articleNumber: string;
  readonly description: string;
  readonly isActive: boolean;
  readonly colors: readonly StoredColor[];
}

interface SemiFinishesTable extends AuditColumns {
  company_id: string;
  id: string;
  description: string;
  is_active: boolean;
  position: number;
  /** JSON text on the way in. */
  articles: string;
  colors: string;
}

interface CarpetOrdersTable extends AuditColumns {
  company_id: string;
  id: string;
  number: number;
  reference: Generated<string>;
  customer_relation_id: Generated<string | null>;
  customer_relation_tag: Generated<string>;
  customer_relation_name: Generated<string>;
  delivered_by: string;
  transport: number;
  note: Generated<string>;
  order_date: string;
  received_date: string | null;
  delivery_date: string | null;
  status: Generated<number>;
  created_by_name: string;
  orderer_language: string;
}

interface CarpetOrderLinesTable {
  company_id: string;
  id: string;
  order_id: string;
  line_number: number;
  quality_name: string;
  shape: number;
  length: number | null;
  width: number | null;
  diameter: number | null;
  quantity: number;
  semi_finish_id: string;
  semi_finish_description: string;
  article_id: string | null;
  article_description: string;
  article_number: string;
  color_id: string | null;
  color_description: string;
  drawing_name: string | null;
  drawing_sha256: string | null;
  drawing_mime: string | null;
  drawing_bytes: number | null;
}

interface CarpetOrderStepsTable {
  company_id: string;
  id: string;
  order_id: string;
  at: string;
  kind: string;
  user_id: string | null;
  user_name: string;
  day: string | null;
  reason: string;
}

declare module '#server/platform/db/schema.ts' {
  interface Tables {
    semi_finishes: SemiFinishesTable;
    carpet_color_photos: { company_id: string; color_id: string; sha256: string };
    carpet_orders: CarpetOrdersTable;
    carpet_order_lines: CarpetOrderLinesTable;
    carpet_order_steps: CarpetOrderStepsTable;
    carpet_closing_days: { company_id: string; day: string; description: string };
    user_customer_relations: {
      user_id: string;
      company_id: string;
      customer_relation_id: string | null;
      is_pending: Generated<boolean>;
      created_at: Generated<string>;
      created_by: string | null;
    };
    carpet_portal_groups: { company_id: string; group_id: string };
    carpet_drawings: {
      company_id: string;
      id: string;
      user_id: string;
      name: string;
      sha256: string;
      mime: string;
      bytes: number;
      created_at: Generated<string>;
      /** When an order took it; until then it waits. */
      used_at: Generated<string | null>;
      /** The order that a change took it off. */
      order_id: Generated<string | null>;
    };
    carpet_mail_opt_outs: { user_id: string };
  }
}
