import type { Kysely } from 'kysely'
import type { Notification } from '#contract/notifications.ts'
import type { DB } from '#db/types.ts'
import { findApprovalSubjects, findClientNames } from '#server/domain/approval-subjects.ts'

const idIn = (link: string | null, path: RegExp): string | undefined => path.exec(link ?? '')?.[1]
const approvalIn = ({ kind, link }: Notification) =>
  kind.startsWith('approval.') ? idIn(link, /^\/crm\/Aprobaciones\/(\d+)$/) : undefined
const isOfClientRecord = ({ params }: Notification): boolean => params.entity === 'client'
const clientIn = (one: Notification) =>
  one.kind.startsWith('client.') || isOfClientRecord(one) ? idIn(one.link, /^\/clientes\/(\d+)/) : undefined

/** Names in each notification whom it is about. Names of clients aren't kept with notifications, which all prefixes share. */
export const nameSubjects = async (db: Kysely<DB>, notifications: readonly Notification[]): Promise<Notification[]> => {
  const idsOf = (find: (one: Notification) => string | undefined) => [
    ...new Set(notifications.flatMap((one) => find(one) ?? [])),
  ]
  const [changes, clients] = await Promise.all([
    findApprovalSubjects(db, idsOf(approvalIn)),
    findClientNames(db, idsOf(clientIn)),
  ])
  return notifications.map((one) => {
    const subject = changes.get(approvalIn(one) ?? '') ?? clients.get(clientIn(one) ?? '')
    if (!subject?.aboutName) return one
    const { aboutName, clientCvl } = subject
    if (isOfClientRecord(one)) return { ...one, params: { ...one.params, name: aboutName } }
    return { ...one, params: { ...one.params, aboutName, ...(clientCvl && { clientCvl }) } }
  })
}
