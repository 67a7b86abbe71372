import { type SqlBool, sql } from 'kysely'
import { clientApprovals, isNoFreezeSql, isOwnSql } from './core/client-rows.ts'
import { blank, blankIfSet, erasedText, staffOnly } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { undeletablePrivileges } from './core/privileges.ts'

/** Sentences of changes keep their numbers, days and keys: what has a space in it is a name or was typed. */
const erasedParams = `(select coalesce(jsonb_object_agg(p.key, case when p.value #>> '{}' ~ '\\s|@' then '"${erasedText}"'::jsonb else p.value end), '{}')
  from jsonb_each(x.params) p)`

export const manifest: FeatureTables = {
  tables: {
    approval: {
      rights: undeletablePrivileges,
      subject: 'approvals',
      merged: { subject_client_id: { becomes: 'moves' } },
      erased: {
        does: 'set',
        rows: clientApprovals,
        sets: {
          params: erasedParams,
          before: 'null',
          after: 'null',
          payload: `'{}'`,
          reason: blank,
          decision_reason: blankIfSet('decision_reason'),
        },
        stays: ['task', 'entity', 'made_cvl', 'made_acting_cvl', 'decided_cvl', 'first_cvl'],
      },
      exported: (clientId) => sql<SqlBool>`${isOwnSql('subject_client_id', clientId)} and ${isNoFreezeSql('payload')}`,
    },
    substitution: {
      rights: undeletablePrivileges,
      subject: 'approvals',
      erased: staffOnly,
    },
    declared_relative: {
      rights: undeletablePrivileges,
      subject: 'personal',
      merged: { relative_client_id: { becomes: 'moves' } },
      erased: { does: 'nothing', stays: ['relation'] },
      exported: (clientId) => sql<SqlBool>`${isOwnSql('relative_client_id', clientId)}`,
    },
  },
}
