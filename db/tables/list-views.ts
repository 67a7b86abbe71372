import { type SqlBool, sql } from 'kysely'
import { erasedText, staffOnly } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { fullPrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    list_view: {
      rights: fullPrivileges,
      subject: 'listViews',
      erased: {
        does: 'set',
        rows: (_, texts) =>
          sql<SqlBool>`exists (select from unnest(${[...texts]}::text[]) t (words) where strpos(lower(concat(x.name, x.filters::text)), lower(t.words)) > 0)`,
        // A person's views of a list have names of their own.
        sets: { name: `'${erasedText} ' || x.id`, filters: `'{}'` },
        stays: ['list', 'shared_with', 'sort', 'direction', 'columns'],
      },
      exported: 'what somebody of the staff searches by: it may name the client',
    },
    list_view_choice: {
      rights: fullPrivileges,
      subject: 'listViews',
      erased: staffOnly,
    },
  },
}
