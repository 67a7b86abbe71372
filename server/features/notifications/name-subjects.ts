import type { Kysely } from 'kysely'
import type { Notification } from '#contract/notifications.ts'
import type { DB } from '#db/types.ts'
import { findApprovalSubjects, findClientNames } from '#server/domain/approval-subjects.ts'

const extractId = (link: string | null, path: RegExp): string | undefined => path.exec(link ?? '')?.[1]
const extractApprovalId = ({ kind, link }: Notification) =>
  kind.startsWith('approval.') ? extractId(link, /^\/crm\/Aprobaciones\/(\d+)$/) : undefined
const concernsClientRecord = ({ params }: Notification): boolean => params.entity === 'client'
const extractClientId = (one: Notification) =>
  one.kind.startsWith('client.') || concernsClientRecord(one) ? extractId(one.link, /^\/clientes\/(\d+)/) : undefined

/** Names in each notification whom it is about. Names of clients aren't kept with notifications, which all prefixes share. */
export const addSubjectNames = async (
  db: Kysely<DB>,
  notifications: readonly Notification[],
): Promise<Notification[]> => {
  const idsOf = (find: (one: Notification) => string | undefined) => [
    ...new Set(notifications.flatMap((one) => find(one) ?? [])),
  ]
  const [changes, clients] = await Promise.all([
    findApprovalSubjects(db, idsOf(extractApprovalId)),
    findClientNames(db, idsOf(extractClientId)),
  ])
  return notifications.map((one) => {
    const subject = changes.get(extractApprovalId(one) ?? '') ?? clients.get(extractClientId(one) ?? '')
    if (!subject?.aboutName) return one
    const { aboutName, clientCvl } = subject
    if (concernsClientRecord(one)) return { ...one, params: { ...one.params, name: aboutName } }
    return { ...one, params: { ...one.params, aboutName, ...(clientCvl && { clientCvl }) } }
  })
}
