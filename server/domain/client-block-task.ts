import type { ParamsOfTask } from '#contract/approvals.ts'
import type { BlockKind } from '#db/types.ts'
import type { ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { endBlock, insertBlock, lockOpenBlocks } from './client-blocks.ts'
import { isFreezingBlock } from './client-open-blocks.ts'
import { notifyClientManagers } from './notify-client-managers.ts'

export type BlockPayload = {
  clientId: string
  change: 'block' | 'lift'
  kind: BlockKind
  reason: string
  expectedEnd: string | null
  /** As it is told. */
  words: ParamsOfTask<'clientBlock'>
}

/** A block of a client, or its end. Nobody decides alone that money freezes, or that it may go again. */
export const clientBlockTask: ApprovalTask<'clientBlock', BlockPayload> = {
  name: 'clientBlock',
  module: 'bt_Clientes',
  secondFactor: true,
  getRecordPath: (clientId) => clientId && `/clientes/${clientId}`,
  carryOut: async (tx, actor, { payload, makerId, now }) => {
    const { clientId, change, kind, reason, expectedEnd, words } = payload
    const open = await lockOpenBlocks(tx, clientId)
    const isBlocked = open.some((block) => block.kind === kind)
    if (isBlocked === (change === 'block')) throw buildRefusal('approval.changedSince')
    const by = { userId: makerId, at: new Date(now).toISOString() }
    if (change === 'block') await insertBlock(tx, { clientId, kind, reason, expectedEnd }, open, by)
    else await endBlock(tx, { clientId, kind, reason }, open, by)
    await recordAuditEvent(tx, actor, {
      action: change === 'block' ? 'client.blocked' : 'client.unblocked',
      entity: 'client',
      entityId: clientId,
      after: {
        blockKind: kind,
        ...(expectedEnd && { expectedEnd }),
        // Why money is frozen is for those to read who may decide on it.
        ...(!isFreezingBlock(kind) && { reason }),
      },
    })
    await notifyClientManagers(tx, [clientId], makerId, {
      kind: 'client.block',
      params: { task: 'clientBlock', ...words },
      linkOf: (id) => `/clientes/${id}`,
    })
  },
}
