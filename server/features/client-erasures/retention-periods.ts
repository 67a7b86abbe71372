import { sql } from 'kysely'
import type * as contract from '#contract/client-erasures.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'

export const findRetentionPeriods = async ({
  db,
}: Ctx): Promise<ResponseBody<typeof contract.getRetentionPeriods>> => ({
  periods: await db
    .selectFrom('retentionPeriod')
    .select(['validFrom', 'years', 'source', 'setAt', 'setBy'])
    .orderBy('validFrom', 'desc')
    .execute(),
})

/** Sets a period, or corrects the one of the same day. What is scheduled follows it in the next night. */
export const setRetentionPeriod = (
  ctx: Ctx,
  { body: { validFrom, years, source } }: ParsedRequest<typeof contract.setRetentionPeriod>,
): Promise<contract.RetentionPeriod> =>
  ctx.db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('retentionPeriod')
      .select(['years', 'source'])
      .where('validFrom', '=', validFrom)
      .forUpdate()
      .executeTakeFirst()
    const set = { years, source, setAt: sql<string>`now()`, setBy: ctx.person.fullName }
    const period = await tx
      .insertInto('retentionPeriod')
      .values({ validFrom, ...set })
      .onConflict((conflict) => conflict.column('validFrom').doUpdateSet(set))
      .returning(['validFrom', 'years', 'source', 'setAt', 'setBy'])
      .executeTakeFirstOrThrow()
    await recordAuditEvent(tx, ctx, {
      action: 'settings.retentionPeriod',
      entity: 'settings',
      ...(before && { before: { validFrom, ...before } }),
      after: { validFrom, years, source },
    })
    return period
  })
