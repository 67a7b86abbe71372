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
import { checkFields } from './check-fields.ts'
import { lockEmployee } from './employee.queries.ts'
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

/**
 * Changes what is sent. 409 `conflict.changed` where somebody else has changed something since the version that the caller saw,
 * `approval.ownRecord` where the record is the caller's own, or a relative's.
 */
export const changeEmployee = async (
  ctx: Ctx,
  { params: { employeeId }, body: { version, ...fields } }: Parsed<typeof contract>,
  { serving }: Raw,
): Promise<Answer<typeof contract>> =>
  ctx.db.transaction().execute(async (tx) => {
    await lockTree(tx)
    const employee = await lockEmployee({ ...ctx, db: tx }, employeeId)
    const known = await knownOf(tx, employee)
    const { values, employee: main, detail } = await checkFields(tx, ctx, fields, { id: employeeId, values: known })
    const changed = Object.keys(values)
    if (changed.length > 0) await assertNotOwnEmployee(tx, ctx, employeeId)
    if (employee.version !== version) throw refuse('conflict.changed')
    if (values.officeId) await checkOffice(tx, ctx, employeeId, String(values.officeId))
    if (changed.length === 0) return { version }
    const next = version + 1
    await tx
      .updateTable('employee')
      .set({ ...main, version: next })
      .where('id', '=', employeeId)
      .execute()
    await tx
      .insertInto('employeeDetail')
      .values({ ...detail, employeeId })
      .onConflict((conflict) => conflict.column('employeeId').doUpdateSet({ ...detail, employeeId }))
      .execute()
    const before = Object.fromEntries(changed.map((field) => [field, known[field] ?? null]))
    const box = serving.boxOf(tracePurpose)
    await audit(tx, ctx, {
      action: 'employee.changed',
      entity: 'employee',
      entityId: employeeId,
      before: tracesOf(box, await withPlaces(tx, before)),
      after: tracesOf(box, await withPlaces(tx, values)),
    })
    return { version: next }
  })
