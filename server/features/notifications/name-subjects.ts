import { sql } from 'kysely'
import type { Notification } from '#contract/notifications.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import { type ApprovalSubject, findApprovalSubjects } from '#server/domain/approval-subjects.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'

const extractId = (link: string | null, path: RegExp): string | undefined => path.exec(link ?? '')?.[1]
const extractApprovalId = ({ kind, link }: Notification) =>
  kind.startsWith('approval.') ? extractId(link, /^\/crm\/Aprobaciones\/(\d+)$/) : undefined
const concernsClientRecord = ({ params }: Notification): boolean => params.entity === 'client'
const extractClientId = (one: Notification) =>
  one.kind.startsWith('client.') || concernsClientRecord(one) ? extractId(one.link, /^\/clientes\/(\d+)/) : undefined

/** Names and CVL of those of these clients whom the reader still sees: who was told of a client may have handed them over since. */
const findVisibleClientNames = async (
  { db, person: { rights } }: Ctx,
  clientIds: readonly string[],
): Promise<Map<string, ApprovalSubject>> => {
  if (clientIds.length === 0 || !rights.may('bt_Clientes', 'view')) return new Map()
  const rows = await selectVisibleClients({ db, scopes: rights.getScopes('bt_Clientes', 'view') })
    .innerJoin('client as sc', 'sc.id', 'c.clientId')
    .where('c.clientId', '=', sql<string>`any(${[...clientIds]}::bigint[])`)
    .select(['sc.id', 'sc.cvl as clientCvl', naturalNameSql('sc').as('aboutName')])
    .execute()
  return new Map(rows.map(({ id, ...subject }) => [id, subject]))
}

/**
 * Names in each notification whom it is about. Names of clients aren't kept with notifications, which all prefixes share. Of a change, its
 * maker and who decided it go on seeing whom it is about; others only as long as they see the client.
 */
export const addSubjectNames = async (ctx: Ctx, notifications: readonly Notification[]): Promise<Notification[]> => {
  const idsOf = (find: (one: Notification) => string | undefined) => [
    ...new Set(notifications.flatMap((one) => find(one) ?? [])),
  ]
  const changes = await findApprovalSubjects(ctx.db, idsOf(extractApprovalId), ctx.person.userId)
  const clientIds = [...idsOf(extractClientId), ...[...changes.values()].flatMap((change) => change.clientIds)]
  const clients = await findVisibleClientNames(ctx, [...new Set(clientIds)])
  const findChangeSubject = (id: string | undefined): ApprovalSubject | undefined => {
    const change = changes.get(id ?? '')
    return change && (change.isOwn || change.clientIds.every((clientId) => clients.has(clientId))) ? change : undefined
  }
  return notifications.map((one) => {
    const subject = findChangeSubject(extractApprovalId(one)) ?? clients.get(extractClientId(one) ?? '')
    if (!subject?.aboutName) return one
    const { aboutName, clientCvl } = subject
    if (concernsClientRecord(one)) return { ...one, params: { ...one.params, name: aboutName } }
    return { ...one, params: { ...one.params, aboutName, ...(clientCvl && { clientCvl }) } }
  })
}
