import type { Kysely } from 'kysely'
import type { ProposalResult } from '#contract/approvals.ts'
import type * as contract from '#contract/client-blocks.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { assertNoRelatedClients } from '#server/domain/conflict-of-interest.ts'
import { type BlockChange, proposeClientBlock } from '#server/domain/propose-client-block.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'

/** The client of the address, inside the caller's scope; 404 for anybody else, and never a relative of the caller. */
const findBlockClient = async (tx: Kysely<DB>, ctx: Ctx, clientId: string) => {
  const client = await selectVisibleClients({ db: tx, scopes: ctx.scopes })
    .innerJoin('client', 'client.id', 'c.clientId')
    .where('c.clientId', '=', clientId)
    .select(['client.id', 'client.cvl', 'c.managerId'])
    .executeTakeFirst()
  if (!client) throw buildRefusal('notFound')
  await assertNoRelatedClients(tx, ctx, [clientId])
  return client
}

const proposeBlockChange = (
  ctx: Ctx,
  clientId: string,
  change: BlockChange,
  { deps }: HttpContext,
): Promise<ProposalResult> =>
  ctx.db.transaction().execute(async (tx) => {
    const client = await findBlockClient(tx, ctx, clientId)
    if (change.expectedEnd !== null && change.expectedEnd <= ctx.businessDate)
      throw buildRefusal('request.invalid', { fields: { expectedEnd: 'past' } })
    const proposed = await proposeClientBlock(tx, ctx, client, change, { now: deps.clock() })
    return proposed!
  })

export const blockClient = (
  ctx: Ctx,
  { params, body: { kind, reason, expectedEnd } }: ParsedRequest<typeof contract.blockClient>,
  raw: HttpContext,
): Promise<ProposalResult> =>
  proposeBlockChange(ctx, params.clientId, { change: 'block', kind, reason, expectedEnd }, raw)

export const liftClientBlock = (
  ctx: Ctx,
  { params: { clientId, kind }, body: { reason } }: ParsedRequest<typeof contract.liftClientBlock>,
  raw: HttpContext,
): Promise<ProposalResult> =>
  proposeBlockChange(ctx, clientId, { change: 'lift', kind, reason, expectedEnd: null }, raw)
