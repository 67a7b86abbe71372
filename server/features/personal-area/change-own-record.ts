import type { Kysely } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { changeOwnRecord as contract, showOwnSecrets as showing } from '#contract/personal-area.ts'
import type { DB } from '#db/types.ts'
import { readPhone } from '#rules/personal-numbers.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { tracePurpose, tracesOf } from '#server/domain/staff-traces.ts'
import { findNumbers } from './own-record.queries.ts'

type Values = Record<string, string | null>

/** Throws 404 for somebody who isn't staff here. */
const ownId = ({ person: { employeeId } }: Ctx): string => {
  if (employeeId === null) throw refuse('notFound')
  return employeeId
}

/** What is sent, as it is kept. */
const valuesOf = ({ prefix }: Ctx, { version: _, address, ...fields }: Parsed<typeof contract>['body']): Values => {
  const sent = Object.entries({ ...fields, ...address }).filter(([, value]) => value !== undefined)
  const values = Object.fromEntries(sent) as Values
  if (!values.phone2) return values
  const phone = readPhone(values.phone2, tenantFacts[prefix].country)
  if (!phone) throw refuse('request.invalid', { fields: { phone2: 'phone' } })
  return { ...values, phone2: phone }
}

/** What is there now, locked with the record's version: HR may be writing into it at the same time. */
const lockOwn = async (tx: Kysely<DB>, employeeId: string) => {
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
  return { version, known: (detail ?? {}) as Values }
}

/** 409 `conflict.changed` where somebody has changed the record since the version that the caller saw. */
export const changeOwnRecord = (
  ctx: Ctx,
  { body }: Parsed<typeof contract>,
  { serving }: Raw,
): Promise<Answer<typeof contract>> =>
  ctx.db.transaction().execute(async (tx) => {
    const employeeId = ownId(ctx)
    const sent = valuesOf(ctx, body)
    const { version, known } = await lockOwn(tx, employeeId)
    if (version !== body.version) throw refuse('conflict.changed')
    const values = Object.fromEntries(Object.entries(sent).filter(([field, value]) => (known[field] ?? null) !== value))
    if (Object.keys(values).length === 0) return { version }
    const next = version + 1
    await tx.updateTable('employee').set({ version: next }).where('id', '=', employeeId).execute()
    await tx
      .insertInto('employeeDetail')
      .values({ ...values, employeeId })
      .onConflict((conflict) => conflict.column('employeeId').doUpdateSet(values))
      .execute()
    const box = serving.boxOf(tracePurpose)
    const before = Object.fromEntries(Object.keys(values).map((field) => [field, known[field] ?? null]))
    await audit(tx, ctx, {
      action: 'employee.ownDataChanged',
      entity: 'employee',
      entityId: employeeId,
      before: tracesOf(box, before),
      after: tracesOf(box, values),
    })
    return { version: next }
  })

/** That somebody looked stands in the audit, even if it is at what is theirs: a session left open is not its owner. */
export const showOwnSecrets = (ctx: Ctx): Promise<Answer<typeof showing>> =>
  ctx.db.transaction().execute(async (tx) => {
    const employeeId = ownId(ctx)
    const shown = await findNumbers(tx, employeeId)
    const fields = Object.entries(shown).flatMap(([field, value]) => (value === null ? [] : [field]))
    await audit(tx, ctx, {
      action: 'employee.secretsShown',
      entity: 'employee',
      entityId: employeeId,
      after: { fields },
    })
    return shown
  })
