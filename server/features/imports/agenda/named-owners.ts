import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { toSearchText } from '#rules/search-text.ts'
import { toJsonRecords } from '#server/core/column-names.ts'
import { fullNameSql, naturalNameSql } from '#server/core/person-name.ts'
import { selectEligibleOwners } from '#server/domain/visibility.ts'
import type { FieldReader, ImportMaker, RowCheckContext } from '../mapped/import-handler-types.ts'
import { indexStaff } from '../mapped/named-staff.ts'
import { parseText } from '../mapped/parse-values.ts'

/** Whose it is, as the file names them. */
export const readOwner = (reading: FieldReader): string | null | undefined =>
  reading('owner', (text) => parseText(text.trim(), 200))

/** Says of each staged row whose it is to be: somebody in the maker's reach who works here, and without a name the maker. `ownerId` is null for nobody. */
export const resolveOwners = async (tx: Kysely<DB>, maker: ImportMaker): Promise<void> => {
  const staff = await selectEligibleOwners({ db: tx, ...maker })
    .select(['e.id', 'e.cvl', fullNameSql('e').as('name'), naturalNameSql('e').as('nameText')])
    .execute()
  const ids = indexStaff(staff)
  const { rows: named } = await sql<{
    owner: string | null
  }>`select distinct r.fields ->> 'owner' as owner from import_check r`.execute(tx)
  const own = staff.find(({ id }) => id === maker.employeeId)?.id ?? null
  const resolved = named.map(({ owner }) => ({
    owner,
    ownerId: owner === null ? own : (ids.get(toSearchText(owner)) ?? null),
  }))
  await sql`
    update import_check r set fields = r.fields || jsonb_build_object('ownerId', o.owner_id)
      from jsonb_to_recordset(${toJsonRecords(resolved)}::jsonb) as o (owner text, owner_id text)
     where o.owner is not distinct from r.fields ->> 'owner'`.execute(tx)
}

/** Of the row `r`. */
export const ownerIdSql = sql<string>`(r.fields ->> 'ownerId')::bigint`

/** Refuses the rows whose owner is nobody of the staff that the maker sees. */
export const refuseUnknownOwners = async ({ refuse }: RowCheckContext): Promise<void> => {
  await refuse('owner', 'owner', sql`${ownerIdSql} is null`)
}
