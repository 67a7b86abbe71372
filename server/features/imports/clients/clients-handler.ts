import { type SqlBool, sql } from 'kysely'
import { defineImportKind } from '../mapped/import-handler-types.ts'
import { clientHeadings } from './client-headings.ts'
import { isDuplicateSql, prepareClientRows } from './compare-clients.ts'
import { readClientRow, staffFields } from './read-client.ts'
import { findClientObstacles, undoClients } from './undo-clients.ts'
import { writeClients } from './write-clients.ts'

/** People and companies: new ones, and what a file says of those who are there, where somebody decides so for their row. */
export const clientsHandler = defineImportKind({
  headings: clientHeadings,
  read: readClientRow,
  key: (content) => {
    const { values, compared } = content
    // Without a number they are all that is said of them: two who have the same of everything are the same row.
    return compared.identityNumber === null ? [values] : [compared.identityNumber]
  },
  keyField: 'identityNumber',
  subject: () => ({}),
  subjectField: null,
  prepare: prepareClientRows,
  known: sql<SqlBool>`${isDuplicateSql} and (r.decision is distinct from 'create' or (r.fields -> 'duplicate' ->> 'byIdentity')::boolean)
    and (r.decision is distinct from 'update' or r.client_id is null or coalesce(r.fields -> 'changes', '{}') = '{}')`,
  check: async ({ refuse }) => {
    for (const role of staffFields)
      await refuse(role, 'manager', sql`r.fields -> 'wrongStaff' ? ${sql.lit(role)}::text`)
    await refuse('manager', 'outOfReach', sql`r.fields -> 'wrongStaff' ? 'outOfReach'`)
  },
  figures: {
    word: sql<string>`case when r.decision = 'update' then 'updatedClient' when r.fields ->> 'kind' = 'company' then 'newCompany' else 'newPerson' end`,
    amount: sql<null>`null::numeric`,
    day: sql<null>`null::date`,
  },
  carryOut: writeClients,
  findObstacles: findClientObstacles,
  undo: undoClients,
})
