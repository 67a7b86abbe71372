import { getBusinessDate } from '#server/core/clock.ts'
import { type DayReasonSource, maxReasonsOfKind } from '#server/core/day-reason.ts'
import { maxDayRows } from '#server/core/day-tile.ts'
import type { DayTileSource } from '#server/core/routes.ts'
import { type ApprovalFilters, countApprovals, findApprovals } from './approvals.queries.ts'

/** What waits for the caller's decision, the oldest first. */
export const approvalReason: DayReasonSource = {
  kind: 'approval',
  module: 'bt_Aprobaciones',
  find: async (ctx, _employeeId, deps) => {
    const paging = { sort: 'madeAt', direction: 'asc', page: 1, pageSize: maxReasonsOfKind } as const
    const rows = await findApprovals(ctx, { box: 'waiting' }, paging, { deps })
    return rows.map(({ id, task, params, aboutName, clientCvl, makerName, madeAt }) => ({
      id,
      path: `/crm/Aprobaciones/${id}`,
      person: null,
      text: makerName,
      date: getBusinessDate(ctx.prefix, () => Date.parse(madeAt)),
      change: { task, params, aboutName, clientCvl },
    }))
  },
}

/** What the caller asked for and nobody has decided. */
export const ownRequestsTile: DayTileSource = {
  key: 'requests',
  module: 'bt_Aprobaciones',
  find: async (ctx, raw) => {
    const filters: ApprovalFilters = { box: 'mine', state: ['pending'] }
    const [{ total }, rows] = await Promise.all([
      countApprovals(ctx, filters, raw),
      findApprovals(ctx, filters, { sort: 'madeAt', direction: 'desc', page: 1, pageSize: maxDayRows }, raw),
    ])
    return {
      total,
      amount: null,
      path: '/crm/Aprobaciones?box=mine&state=pending',
      rows: rows.map(({ id, task, params, aboutName, clientCvl, madeAt }) => ({
        id,
        path: `/crm/Aprobaciones/${id}`,
        title: '',
        date: getBusinessDate(ctx.prefix, () => Date.parse(madeAt)),
        change: { task, params, aboutName, clientCvl },
      })),
    }
  },
}
