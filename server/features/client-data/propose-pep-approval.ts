import type { ProposalResult } from '#contract/approvals.ts'
import type * as contract from '#contract/client-data.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { lockClient } from './change-client.ts'
import { proposeClientIdentity } from './propose-identity.ts'

/** Asks for the word of a second person on a politically exposed client. */
export const proposePepApproval = (
  ctx: Ctx,
  { params, body: { reason } }: ParsedRequest<typeof contract.proposePepApproval>,
  raw: HttpContext,
): Promise<ProposalResult> =>
  ctx.db.transaction().execute(async (tx) => {
    const { client, managerId } = await lockClient(tx, ctx, params.clientId)
    if (!client.pep || client.pepApprovedAt !== null) throw buildRefusal('client.notExposed')
    const proposal = await proposeClientIdentity(
      tx,
      ctx,
      { client: { id: client.id, cvl: client.cvl, managerId }, values: { pepApproved: true }, reason },
      raw,
    )
    return proposal!
  })
