declare module '#server/platform/db/schema.ts' {
  interface Tables {
    demo_parts: { name: string; added_at: string | null };
  }
}
