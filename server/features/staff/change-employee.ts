import { type Kysely, sql } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { changeEmployee as contract } from '#contract/staff.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { reachesStaff } from '#server/core/rights.ts'
import type { Raw } from '#server/core/serve.ts'
import { tracePurpose, tracesOf, withPlaces } from '#server/domain/staff-traces.ts'
import { assertNotOwnEmployee } from '#server/domain/too-near.ts'
import { lockOffices } from '#server/domain/zone-gains.ts'
import { checkFields } from './check-fields.ts'
import { lockEmployee } from './employee.queries.ts'
import { isSameZone, proposeOffice } from './office-move-task.ts'
import { proposeAccounts } from './propose-accounts.ts'
import { lockTree } from './tree.ts'

/** All that is known of somebody, in the fields' own names. */
const knownOf = async (tx: Kysely<DB>, employee: Awaited<ReturnType<typeof lockEmployee>>) => {
  const detail = await tx
    .selectFrom('employeeDetail')
    .selectAll()
    .select(sql<string | null>`trim_scale(weekly_hours)::text`.as('weeklyHours'))
    .where('employeeId', '=', employee.id)
    .executeTakeFirst()
  return { ...detail, ...employee } as Record<string, string | number | null>
}

/** An office in another zone would take the record out of the sight of whoever sees that zone only. */
const checkOffice = async (tx: Kysely<DB>, ctx: Ctx, employeeId: string, officeId: string): Promise<void> => {
  const office = await tx.selectFrom('office').select('zoneId').where('id', '=', officeId).executeTakeFirst()
  if (office && !reachesStaff(ctx.reaches, employeeId, office.zoneId))
    throw refuse('request.invalid', { fields: { officeId: 'outOfReach' } })
}

type Flat = Partial<Record<string, string | number | null>>
type Change = { employee: { id: string; version: number }; known: Flat }
type Plain = { main: object; detail: object; values: Flat }

/** Stores what nobody else has to check, and says in the audit what it was. */
const storePlain = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { employee, known }: Change,
  { main, detail, values }: Plain,
  { serving }: Raw,
): Promise<void> => {
  const { id: employeeId, version } = employee
  await tx
    .updateTable('employee')
    .set({ ...main, version: version + 1 })
    .where('id', '=', employeeId)
    .execute()
  await tx
    .insertInto('employeeDetail')
    .values({ ...detail, employeeId })
    .onConflict((conflict) => conflict.column('employeeId').doUpdateSet({ ...detail, employeeId }))
    .execute()
  const before = Object.fromEntries(Object.keys(values).map((field) => [field, known[field] ?? null]))
  const box = serving.boxOf(tracePurpose)
  await audit(tx, ctx, {
    action: 'employee.changed',
    entity: 'employee',
    entityId: employeeId,
    before: tracesOf(box, await withPlaces(tx, before)),
    after: tracesOf(box, await withPlaces(tx, values)),
  })
}

/**
 * Changes what is sent; the accounts to which somebody is paid, and an office of another zone, wait for a second person. 409 `conflict.changed` where somebody else has
 * changed something since the version that the caller saw, `approval.ownRecord` where the record is the caller's own, or a relative's.
 */
export const changeEmployee = async (
  ctx: Ctx,
  { params: { employeeId }, body: { version, reason, ...fields } }: Parsed<typeof contract>,
  raw: Raw,
): Promise<Answer<typeof contract>> =>
  ctx.db.transaction().execute(async (tx) => {
    await lockTree(tx)
    const employee = await lockEmployee({ ...ctx, db: tx }, employeeId)
    const known = await knownOf(tx, employee)
    const sent = await checkFields(tx, ctx, fields, { id: employeeId, values: known })
    const { accounts, detail } = sent
    const { officeId, ...others } = sent.values
    if (Object.keys({ ...sent.values, ...accounts }).length > 0) await assertNotOwnEmployee(tx, ctx, employeeId)
    if (employee.version !== version) throw refuse('conflict.changed')
    if (officeId) await lockOffices(tx, [employee.officeId, String(officeId)])
    if (officeId) await checkOffice(tx, ctx, employeeId, String(officeId))
    const waits = Boolean(officeId) && !(await isSameZone(tx, employee.officeId, String(officeId)))
    const { officeId: _, ...main } = sent.employee
    const plain = waits ? { main, detail, values: others } : { main: sent.employee, detail, values: sent.values }
    if (Object.keys(plain.values).length > 0) await storePlain(tx, ctx, { employee, known }, plain, raw)
    const office = { employeeId, before: employee.officeId, after: String(officeId), reason }
    const officeChange = waits ? await proposeOffice(tx, ctx, office, raw.serving.clock()) : null
    const accountChange = await proposeAccounts(tx, ctx, { employee, accounts, reason }, raw)
    const now = await tx.selectFrom('employee').where('id', '=', employeeId).select('version').executeTakeFirstOrThrow()
    return { version: now.version, accountChange, officeChange }
  })
