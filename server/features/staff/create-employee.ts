import { type Kysely, sql } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { createEmployee as contract } from '#contract/staff.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { tracePurpose, tracesOf, withPlaces } from '#server/domain/staff-traces.ts'
import { lockOffices } from '#server/domain/zone-gains.ts'
import { checkFields } from './check-fields.ts'
import { proposeAccounts } from './propose-accounts.ts'
import { checkSupervisor, cvlOf, isPlaceable, lockTree } from './tree.ts'

/** Whoever makes a record sees it: under somebody of theirs, or in their zone. */
const checkPlaced = async (tx: Kysely<DB>, ctx: Ctx, supervisorId: string | null, officeId: string): Promise<void> => {
  await lockOffices(tx, [officeId])
  const office = await tx.selectFrom('office').select('zoneId').where('id', '=', officeId).executeTakeFirst()
  if (!office) throw refuse('request.invalid', { fields: { officeId: 'unknown' } })
  if (!isPlaceable(ctx, supervisorId, office.zoneId))
    throw refuse('request.invalid', { fields: { supervisorId: 'outOfReach' } })
}

/**
 * A new member of staff with a CVL of their own; whom they report to is the beginning of that history. The accounts to which they are paid
 * wait for a second person.
 */
export const createEmployee = async (
  ctx: Ctx,
  { body: { supervisorId, reason, ...fields } }: Parsed<typeof contract>,
  raw: Raw,
): Promise<Answer<typeof contract>> =>
  ctx.db.transaction().execute(async (tx) => {
    await lockTree(tx)
    await checkSupervisor({ ...ctx, db: tx }, supervisorId)
    await checkPlaced(tx, ctx, supervisorId, fields.officeId)
    const { values, accounts, employee, detail } = await checkFields(tx, ctx, fields, null)
    const { rows } = await sql<{ cvl: string }>`select next_cvl(${tenantFacts[ctx.prefix].cvlLetter}) as cvl`.execute(
      tx,
    )
    const { name, position, officeId } = fields
    const made = await tx
      .insertInto('employee')
      .values({ ...employee, name, position, officeId, cvl: rows[0]!.cvl, supervisorId })
      .returning(['id', 'cvl', 'hiredOn'])
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('employeeDetail')
      .values({ ...detail, employeeId: made.id })
      .execute()
    const at = new Date(raw.serving.clock()).toISOString()
    const by = { createdAt: at, createdBy: ctx.person.userId, appliedAt: at }
    if (supervisorId !== null)
      await tx
        .insertInto('supervisorMove')
        .values({ employeeId: made.id, supervisorId, effectiveOn: made.hiredOn ?? ctx.businessDate, ...by })
        .execute()
    const supervisor = await cvlOf(tx, supervisorId)
    const after = tracesOf(
      raw.serving.boxOf(tracePurpose),
      await withPlaces(tx, { ...values, cvl: made.cvl, supervisor }),
    )
    await audit(tx, ctx, { action: 'employee.created', entity: 'employee', entityId: made.id, after })
    const accountChange = await proposeAccounts(tx, ctx, { employee: made, accounts, reason }, raw)
    return { id: made.id, cvl: made.cvl, accountChange }
  })
