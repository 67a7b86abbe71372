import { type Kysely, sql } from 'kysely'
import type { Role } from '#contract/permissions.ts'
import type { DB } from '#db/types.ts'
import type { Actor, ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { assertAdministratorRemains, lockPrefixUsers } from '#server/domain/last-administrator.ts'
import { recordApprovalRightGains } from '#server/domain/right-gains.ts'
import { type AccessGrant, executeAccessGrant } from './access-grant.ts'
import { notifyRightsChanged } from './notify-rights-changed.ts'
import { type AccessPerson, findVisiblePerson } from './people.queries.ts'

type RoleChange = { kind: 'role'; userId: string; from: Role; to: Role }
type AccessRestoration = { kind: 'restore'; userId: string; role: Role }

/** How somebody is called where no names may stand. */
export const formatPersonReference = ({ cvl, id }: Pick<AccessPerson, 'cvl' | 'id'>): string => cvl ?? `#${id}`

/** Of whoever is carried out for: they may be anybody of the prefix. */
const findCurrentPerson = (
  tx: Kysely<DB>,
  { businessDate }: Pick<Actor, 'businessDate'>,
  userId: string,
): Promise<AccessPerson> => findVisiblePerson({ db: tx, businessDate, scopes: [] }, userId)

const changePersonRole = async (
  tx: Kysely<DB>,
  actor: Actor,
  { userId, from, to }: RoleChange,
  now: number,
): Promise<void> => {
  const person = await findCurrentPerson(tx, actor, userId)
  if (person.state !== 'working' || person.role !== from) throw buildRefusal('approval.changedSince')
  await sql`select registry.set_own_role(${userId}, ${to})`.execute(tx)
  await recordApprovalRightGains(tx, [{ userId, module: null }], now)
  if (from === 'admin') await assertAdministratorRemains(tx, actor.businessDate)
  await recordAuditEvent(tx, actor, {
    action: 'permissions.roleChanged',
    entity: 'access',
    entityId: userId,
    before: { role: from },
    after: { role: to },
  })
  await notifyRightsChanged(tx, { userId }, actor.person.userId)
}

const restorePersonAccess = async (
  tx: Kysely<DB>,
  actor: Actor,
  { userId, role }: AccessRestoration,
  now: number,
): Promise<void> => {
  const person = await findCurrentPerson(tx, actor, userId)
  if (person.state !== 'ended' || person.role !== role || person.terminated) throw buildRefusal('approval.changedSince')
  await sql`select registry.set_own_membership_end(${userId}, null)`.execute(tx)
  await recordApprovalRightGains(tx, [{ userId, module: null }], now)
  await recordAuditEvent(tx, actor, {
    action: 'access.restored',
    entity: 'access',
    entityId: userId,
    before: { state: 'ended' },
    after: { state: 'working', role },
  })
}

/** Who works here, and as what: a changed role, and access that is given or given back. */
export const roleTask: ApprovalTask<'permissions.role', RoleChange | AccessRestoration | AccessGrant> = {
  name: 'permissions.role',
  module: 'bt_ModulosPermisos',
  secondFactor: true,
  guarded: true,
  getRecordPath: (userId) => (userId ? `/crm/ModulosPermisos/personas/${userId}` : '/crm/ModulosPermisos/personas'),
  carryOut: async (tx, actor, { payload, now }) => {
    await lockPrefixUsers(tx)
    if (payload.kind === 'role') await changePersonRole(tx, actor, payload, now)
    else if (payload.kind === 'restore') await restorePersonAccess(tx, actor, payload, now)
    else await executeAccessGrant(tx, actor, payload, now)
  },
}
