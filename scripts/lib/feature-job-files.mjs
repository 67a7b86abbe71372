const jobNames = ({ list }) => `/** Work between requests. Each has its name under \`jobs\` of the texts' words. */
export const jobs = ['${list}.close'] as const
`

const messages = ({ list }) => `import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  '${list}.closed': { icon: 'attention', params: { count: 'number' }, changes: [] },
} as const satisfies NotificationEntries
`

const jobFile = ({ feature, list, List }) => `import { type FeatureJob, oneTransaction } from '#server/core/jobs.ts'
import { close${List} } from './close-${feature}.ts'

const close${List}Job: FeatureJob = {
  name: '${list}.close',
  of: 'prefix',
  cron: '20 4 * * *',
  work: ({ db, clock }) => close${List}(db, clock()),
  ifKilled: oneTransaction,
}

export const ${list}Jobs: readonly FeatureJob[] = [close${List}Job]
`

const closeFile = ({ list, List, tableKey, path, notification }) =>
  `import ${notification ? '{ type Kysely, sql }' : 'type { Kysely }'} from 'kysely'
import type { DB } from '#db/types.ts'
import { recordAuditEvents } from '#server/core/audit.ts'
${notification ? "import { notifyManagersOfCount } from '#server/domain/notify-managers-of-count.ts'\n" : ''}
/** A row is closed after so many days. */
const openDays = 90

/** Closes what is older, in one transaction${notification ? ' with what its managers are notified of' : ''}: doing it again finds nothing left. */
export const close${List} = (db: Kysely<DB>, now: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const closed = await tx
      .updateTable('${tableKey}')
      .set({ closedAt: new Date(now).toISOString() })
      .where('closedAt', 'is', null)
      .where('createdAt', '<', new Date(now - openDays * 86_400_000).toISOString())
      .returning(['id', 'clientId'])
      .execute()
    if (closed.length === 0) return
    await recordAuditEvents(
      tx,
      null,
      closed.map(({ id }) => ({ action: '${list}.closed', entity: '${tableKey}', entityId: id })),
    )${
      notification
        ? `
    const clientRows = sql\`select unnest(\${closed.map(({ clientId }) => clientId)}::bigint[]) as client_id\`
    await notifyManagersOfCount(tx, clientRows, { kind: '${list}.closed', link: '${path}' })`
        : ''
    }
  })
`

/** The test of the job, for the end of the feature's test. */
export const jobTest = ({ List, list, tableKey, notification }) => `
test('closes what is older than ninety days once${notification ? ', and notifies the manager' : ''}', async () => {
  const mine = await t.make.employee()
  const client = await t.make.client({ staff: { manager: mine.id } })
  const manager = await t.as('manager', mine.cvl)
  const now = Date.parse('2026-06-15T04:20:00Z')
  await t.db
    .insertInto('${tableKey}')
    .values([
      { clientId: client.id, title: 'Old', createdAt: '2026-03-16T04:19:00Z' },
      { clientId: client.id, title: 'New', createdAt: '2026-03-17T04:21:00Z' },
    ])
    .execute()
  for (let run = 0; run < 2; run += 1) await close${List}(t.db, now)
  const { rows } = await manager.call(list${List}.page, { query: { sort: 'createdAt', direction: 'asc' } })
  expect(rows).toMatchObject([
    { title: 'Old', closedAt: '2026-06-15T04:20:00Z' },
    { title: 'New', closedAt: null },
  ])${
    notification
      ? `
  const notifications = await t.owner.query(
    \`select kind, params from registry.notification where user_id = $1 and kind = '${list}.closed'\`,
    [manager.userId],
  )
  expect(notifications.rows).toEqual([{ kind: '${list}.closed', params: { count: '1' } }])`
      : ''
  }
})
`

/** What a job and its notification add to the files of a list. */
export const jobFiles = (names) => {
  const { feature, job, notification } = names
  return {
    ...(job && {
      [`contract/${feature}/jobs.ts`]: jobNames(names),
      [`server/features/${feature}/${feature}.jobs.ts`]: jobFile(names),
      [`server/features/${feature}/close-${feature}.ts`]: closeFile(names),
    }),
    ...(notification && { [`contract/${feature}/messages.ts`]: messages(names) }),
  }
}
