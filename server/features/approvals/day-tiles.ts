import { getBusinessDate } from '#server/core/clock.ts'
import { maxDayRows } from '#server/core/day-tile.ts'
import type { DayTileSource } from '#server/core/routes.ts'
import { type ApprovalFilters, countApprovals, findApprovals } from './approvals.queries.ts'

const buildApprovalTile = (
  key: DayTileSource['key'],
  filters: ApprovalFilters,
  direction: 'asc' | 'desc',
  path: string,
): DayTileSource => ({
  key,
  module: 'bt_Aprobaciones',
  find: async (ctx, raw) => {
    const [{ total }, rows] = await Promise.all([
      countApprovals(ctx, filters, raw),
      findApprovals(ctx, filters, { sort: 'madeAt', direction, page: 1, pageSize: maxDayRows }, raw),
    ])
    return {
      total,
      amount: null,
      path,
      rows: rows.map((row) => ({
        id: row.id,
        path: `/crm/Aprobaciones/${row.id}`,
        title: '',
        person: filters.box === 'mine' ? null : row.makerName,
        date: getBusinessDate(ctx.prefix, () => Date.parse(row.madeAt)),
        change: { task: row.task, params: row.params, aboutName: row.aboutName, clientCvl: row.clientCvl },
      })),
    }
  },
})

/** What waits for the caller's decision, the oldest first. */
export const approvalTile = buildApprovalTile('approvals', { box: 'waiting' }, 'asc', '/crm/Aprobaciones')

/** What the caller asked for and nobody has decided. */
export const requestTile = buildApprovalTile(
  'requests',
  { box: 'mine', state: ['pending'] },
  'desc',
  '/crm/Aprobaciones?box=mine&state=pending',
)
