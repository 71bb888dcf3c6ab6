import type { Generated } from 'kysely';

interface SavedViewsTable {
  company_id: string;
  id: string;
  user_id: string;
  screen: string;
  name: string;
  is_shared: boolean;
  /** JSON text. */
  state: string;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

declare module '#server/platform/db/schema.ts' {
  interface Tables {
    saved_views: SavedViewsTable;
  }
}
