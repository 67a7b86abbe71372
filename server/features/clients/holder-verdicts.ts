import { sql } from 'kysely'
import type { getHolderVerdicts } from '#contract/clients/client.ts'
import type { OperationEligibility } from '#contract/clients/operation-eligibility.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import { evaluateEligibility, selectHolderFacts } from '#server/domain/client-eligibility.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'

/** That something stops them is no secret to who sees the account; what it is, is. */
const withoutReasons = ({ in: deposit, out, renew }: OperationEligibility): OperationEligibility => ({
  in: { ...deposit, reasons: [] },
  out: { ...out, reasons: [] },
  renew: { ...renew, reasons: [] },
})

/** 404 where the account isn't one of the client's, and where the client isn't visible. */
export const findHolderVerdicts = async (
  ctx: Ctx,
  { params: { clientId, accountId } }: ParsedRequest<typeof getHolderVerdicts>,
): Promise<ResponseBody<typeof getHolderVerdicts>> => {
  const held = selectVisibleClients(ctx)
    .innerJoin('accountHolder as mine', 'mine.clientId', 'c.clientId')
    .where('c.clientId', '=', clientId)
    .where('mine.accountId', '=', accountId)
    .where('mine.role', '<>', 'authorised')
    .select('c.clientId')
  const found = await selectHolderFacts(ctx.db, [accountId], ctx.businessDate)
    .where((eb) => eb.exists(held))
    .leftJoin(selectVisibleClients(ctx).select('c.clientId').as('seen'), 'seen.clientId', 'client.id')
    .select([
      sql<string | null>`seen.client_id::text`.as('seenId'),
      sql<string>`${naturalNameSql('client')}`.as('name'),
    ])
    .orderBy('h.role')
    .orderBy('client.id')
    .execute()
  if (found.length === 0 && !(await held.executeTakeFirst())) throw buildRefusal('notFound')
  return {
    holders: found.map(({ seenId, name, ...facts }) => {
      const verdict = evaluateEligibility(facts)
      return { id: seenId, name, canOperate: seenId === null ? withoutReasons(verdict) : verdict }
    }),
  }
}
