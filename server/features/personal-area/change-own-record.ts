import type { Kysely } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { changeOwnEmployeeRecord, revealOwnSensitiveData } from '#contract/personal-area.ts'
import type { DB } from '#db/types.ts'
import { parsePhone } from '#rules/personal-numbers.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { staffAuditPurpose, toMaskedAuditValues } from '#server/domain/staff-audit-values.ts'
import { findEmployeeNumbers } from './own-record.queries.ts'

type RecordValues = Record<string, string | null>

/** Throws 404 for somebody who isn't staff here. */
const getOwnEmployeeId = ({ person: { employeeId } }: Ctx): string => {
  if (employeeId === null) throw buildRefusal('notFound')
  return employeeId
}

/** What is sent, as it is kept. */
const toRecordValues = (
  { prefix }: Ctx,
  { version, address, ...fields }: ParsedRequest<typeof changeOwnEmployeeRecord>['body'],
): RecordValues => {
  const sent = Object.entries({ ...fields, ...address }).filter(([, value]) => value !== undefined)
  const values = Object.fromEntries(sent) as RecordValues
  if (!values.phone2) return values
  const phone = parsePhone(values.phone2, tenantFacts[prefix].country)
  if (!phone) throw buildRefusal('request.invalid', { fields: { phone2: 'phone' } })
  return { ...values, phone2: phone }
}

/** What is there now, locked with the record's version: HR may be writing into it at the same time. */
const lockOwnRecord = async (tx: Kysely<DB>, employeeId: string) => {
  const { version } = await tx
    .selectFrom('employee')
    .select('version')
    .where('id', '=', employeeId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const detail = await tx
    .selectFrom('employeeDetail')
    .selectAll()
    .where('employeeId', '=', employeeId)
    .executeTakeFirst()
  return { version, known: (detail ?? {}) as RecordValues }
}

/** 409 `conflict.changed` where somebody has changed the record since the version that the caller saw. */
export const changeOwnRecord = (
  ctx: Ctx,
  { body }: ParsedRequest<typeof changeOwnEmployeeRecord>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof changeOwnEmployeeRecord>> =>
  ctx.db.transaction().execute(async (tx) => {
    const employeeId = getOwnEmployeeId(ctx)
    const sent = toRecordValues(ctx, body)
    const { version, known } = await lockOwnRecord(tx, employeeId)
    if (version !== body.version) throw buildRefusal('conflict.changed')
    const values = Object.fromEntries(Object.entries(sent).filter(([field, value]) => (known[field] ?? null) !== value))
    if (Object.keys(values).length === 0) return { version }
    const next = version + 1
    await tx.updateTable('employee').set({ version: next }).where('id', '=', employeeId).execute()
    await tx
      .insertInto('employeeDetail')
      .values({ ...values, employeeId })
      .onConflict((conflict) => conflict.column('employeeId').doUpdateSet(values))
      .execute()
    const box = deps.getSecretBox(staffAuditPurpose)
    const before = Object.fromEntries(Object.keys(values).map((field) => [field, known[field] ?? null]))
    await recordAuditEvent(tx, ctx, {
      action: 'employee.ownDataChanged',
      entity: 'employee',
      entityId: employeeId,
      before: toMaskedAuditValues(box, before),
      after: toMaskedAuditValues(box, values),
    })
    return { version: next }
  })

/** That somebody looked stands in the audit, even if it is at what is theirs: a session left open is not its owner. */
export const revealOwnSecrets = (ctx: Ctx): Promise<ResponseBody<typeof revealOwnSensitiveData>> =>
  ctx.db.transaction().execute(async (tx) => {
    const employeeId = getOwnEmployeeId(ctx)
    const shown = await findEmployeeNumbers(tx, employeeId)
    const fields = Object.entries(shown).flatMap(([field, value]) => (value === null ? [] : [field]))
    await recordAuditEvent(tx, ctx, {
      action: 'employee.secretsShown',
      entity: 'employee',
      entityId: employeeId,
      after: { fields },
    })
    return shown
  })
