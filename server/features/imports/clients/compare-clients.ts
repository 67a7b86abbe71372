import { type Kysely, type SqlBool, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { RefusalError } from '#rules/refusal-error.ts'
import { toSearchText } from '#rules/search-text.ts'
import { toJsonRecords } from '#server/core/column-names.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import { type ClientValues, checkClientFields, toClientFields } from '#server/domain/client-fields.ts'
import {
  type AssignableEmployee,
  evaluateStaffLinks,
  selectAssignableStaff,
} from '#server/domain/client-staff-links.ts'
import { identityColumns, splitGuardedChanges } from '#server/domain/guarded-client-changes.ts'
import { selectDuplicateCriteria } from '#server/domain/like-clients.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import type { ImportMaker } from '../mapped/import-handler-types.ts'
import { indexStaff, type NamedEmployee } from '../mapped/named-staff.ts'
import { type ClientRow, type StaffField, staffFields } from './read-client.ts'

/** Of the row `r`: somebody is there who may be the same. */
export const isDuplicateSql = sql<SqlBool>`jsonb_typeof(r.fields -> 'duplicate') = 'object'`

type StagedClient = { line: number; fields: ClientRow }
type StaffRow = AssignableEmployee & NamedEmployee

/** The links that a row asks for, or which of its fields name nobody who can have them. */
const resolveLinks = (
  { staff: named }: ClientRow,
  staff: ReadonlyMap<string, AssignableEmployee>,
  ids: ReadonlyMap<string, string>,
  maker: ImportMaker,
): { links: unknown; zoneId: string | null; wrongStaff: string[] } => {
  const found: Partial<Record<`${StaffField}Id`, string>> = {}
  const wrong: string[] = []
  for (const role of staffFields) {
    const text = named[role]
    const id = text === undefined ? undefined : ids.get(toSearchText(text))
    if (id) found[`${role}Id`] = id
    else if (text !== undefined) wrong.push(role)
  }
  const managerId = found.managerId ?? (named.manager === undefined ? maker.employeeId : null)
  if (!managerId) return { links: [], zoneId: null, wrongStaff: [...new Set([...wrong, 'manager'])] }
  if (wrong.length > 0) return { links: [], zoneId: null, wrongStaff: wrong }
  try {
    return { ...evaluateStaffLinks(staff, maker, { ...found, managerId }), wrongStaff: [] }
  } catch (error) {
    if (!(error instanceof RefusalError) || !error.details.fields) throw error
    const fields = Object.entries(error.details.fields)
    return {
      links: [],
      zoneId: null,
      wrongStaff: fields.map(([field, code]) => (code === 'outOfReach' ? code : field.replace(/Id$/, ''))),
    }
  }
}

/** Says of each row who is to look after the client, by one look at the staff. */
const resolveStaff = async (tx: Kysely<DB>, rows: readonly StagedClient[], maker: ImportMaker): Promise<void> => {
  const staff: StaffRow[] = await selectAssignableStaff(tx).select(naturalNameSql('e').as('nameText')).execute()
  const byId = new Map(staff.map((person) => [person.id, person]))
  const ids = indexStaff(staff)
  const resolved = rows.map(({ line, fields }) => ({ line, ...resolveLinks(fields, byId, ids, maker) }))
  await sql`
    update import_check r
       set fields = r.fields || jsonb_build_object('links', s.links, 'zoneId', s.zone_id, 'wrongStaff', s.wrong_staff)
      from jsonb_to_recordset(${toJsonRecords(resolved)}::jsonb) as s (line integer, links jsonb, zone_id text, wrong_staff jsonb)
     where s.line = r.line`.execute(tx)
}

const comparedSql = (field: string) => sql`(r.fields -> 'compared' ->> ${sql.lit(field)})`

/**
 * Says of each row who there is that may be the same client: of those that the maker sees the nearest one, as `client_id`; of others only that
 * there is one. One statement for all rows, by the criteria that the form is warned by.
 */
const findDuplicates = async (tx: Kysely<DB>, maker: ImportMaker): Promise<void> => {
  const criteria = selectDuplicateCriteria({
    identityNumber: comparedSql('identityNumber'),
    emailText: comparedSql('emailText'),
    phoneText: comparedSql('phoneText'),
    nameText: comparedSql('nameText'),
  })
  // A value, not `in` or `exists`: looked up by its key for each that was found, never as a set of all visible clients.
  const isVisible = selectVisibleClients({ db: tx, scopes: maker.scopes })
    .where('c.clientId', '=', sql<string>`s.id`)
    .select(sql.lit(1).as('one'))
  await sql`
    with criteria as materialized (
      select r.line, s.id, bool_or(s.by_identity) as by_identity, bool_or(s.by_email) as by_email, bool_or(s.by_phone) as by_phone
        from import_check r cross join lateral (${criteria}) s group by r.line, s.id
    ), found as (
      select s.*, (${isVisible}) is not null as is_visible from criteria s
    ), duplicates as (
      select line, bool_or(by_identity) as by_identity, bool_or(by_email) as by_email, bool_or(by_phone) as by_phone, bool_or(not is_visible) as is_outside,
             (array_agg(id order by by_identity desc, id) filter (where is_visible))[1] as client_id
        from found group by line
    )
    update import_check r
       set client_id = t.client_id,
           fields = r.fields || jsonb_build_object('duplicate', case when t.line is not null then jsonb_build_object(
             'byIdentity', t.by_identity, 'byEmail', t.by_email, 'byPhone', t.by_phone, 'outside', t.is_outside) end)
      from import_check o left join duplicates t on t.line = o.line
     where o.line = r.line`.execute(tx)
}

type ExistingClient = ClientValues & Parameters<typeof splitGuardedChanges>[0] & { id: string }

/**
 * What a row changes of the client that is there; `kept` are fields that differ and that only the client's own screen changes, where a second person
 * confirms them.
 */
const compareWithExisting = (
  { values, stated }: ClientRow,
  existing: ExistingClient,
  maker: ImportMaker,
): { changes: ClientValues; kept: string[] } => {
  const statedValues = Object.fromEntries(stated.map((field) => [field, values[field] ?? null]))
  const differs = (field: string): boolean => field in statedValues && (existing[field] ?? null) !== statedValues[field]
  const guarded = [
    ...(existing.identityNumber === null ? [] : identityColumns),
    ...(existing.email === null ? [] : ['email']),
    'pep',
    ...(existing.kind === 'company' ? ['surname'] : []),
  ]
  const kept = guarded.filter(differs)
  const allowed = Object.fromEntries(Object.entries(statedValues).filter(([field]) => !guarded.includes(field)))
  try {
    const checked = checkClientFields(maker, toClientFields(allowed), { kind: existing.kind, known: existing })
    const { plain, guarded: waiting } = splitGuardedChanges(existing, checked, maker.businessDate)
    return { changes: plain, kept: [...kept, ...Object.keys(waiting)] }
  } catch (error) {
    if (!(error instanceof RefusalError) || !error.details.fields) throw error
    // Together with what is known of them it makes no sense: nothing of the row is written.
    return { changes: {}, kept: Object.keys(error.details.fields).map((field) => field.replace('address.', '')) }
  }
}

/** Works out what becomes of those whose rows are to be written over their records. */
const prepareUpdates = async (tx: Kysely<DB>, maker: ImportMaker): Promise<void> => {
  const { rows } = await sql<StagedClient & { clientId: string }>`
    select r.line, r.client_id::text as "clientId", r.fields from import_check r where r.decision = 'update' and r.client_id is not null`.execute(
    tx,
  )
  if (rows.length === 0) return
  const ids = rows.map(({ clientId }) => clientId)
  const found = await tx.selectFrom('client').selectAll().where('id', '=', sql<string>`any(${ids}::bigint[])`).execute()
  const byId = new Map(found.map((client) => [client.id, client as unknown as ExistingClient]))
  const compared = rows.flatMap(({ line, clientId, fields }) => {
    const existing = byId.get(clientId)
    return existing ? [{ line, ...compareWithExisting(fields, existing, maker) }] : []
  })
  await sql`
    update import_check r set fields = r.fields || jsonb_build_object('changes', s.changes, 'kept', s.kept)
      from jsonb_to_recordset(${JSON.stringify(compared)}::jsonb) as s (line integer, changes jsonb, kept jsonb)
     where s.line = r.line`.execute(tx)
}

/** Finds, for all rows together, who looks after them, who is there already, and what those would have changed. */
export const prepareClientRows = async (tx: Kysely<DB>, maker: ImportMaker): Promise<void> => {
  const { rows } = await sql<StagedClient>`select r.line, r.fields from import_check r order by r.line`.execute(tx)
  await resolveStaff(tx, rows, maker)
  await findDuplicates(tx, maker)
  await prepareUpdates(tx, maker)
}
