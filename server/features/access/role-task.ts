import { type Kysely, sql } from 'kysely'
import type { Role } from '#contract/permissions.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import { refuse } from '#server/core/errors.ts'
import type { Doer, Task } from '#server/core/task.ts'
import { keepAnAdministrator, lockPeople } from '#server/domain/last-administrator.ts'
import { recordRightGains } from '#server/domain/right-gains.ts'
import { carryOutAccess, type NewAccess } from './new-access.ts'
import { findPersonOf, type Person } from './people.queries.ts'
import { tellChanged } from './tell-changed.ts'

type NewRole = { kind: 'role'; userId: string; from: Role; to: Role }
type Restored = { kind: 'restore'; userId: string; role: Role }

/** How somebody is called where no names may stand. */
export const markOf = ({ cvl, id }: Pick<Person, 'cvl' | 'id'>): string => cvl ?? `#${id}`

/** Of whoever is carried out for: they may be anybody of the prefix. */
const personNow = (tx: Kysely<DB>, { businessDate }: Pick<Doer, 'businessDate'>, userId: string): Promise<Person> =>
  findPersonOf({ db: tx, businessDate, reaches: [] }, userId)

const setRole = async (tx: Kysely<DB>, doer: Doer, { userId, from, to }: NewRole, now: number): Promise<void> => {
  const person = await personNow(tx, doer, userId)
  if (person.state !== 'working' || person.role !== from) throw refuse('approval.changedSince')
  await sql`select registry.set_own_role(${userId}, ${to})`.execute(tx)
  await recordRightGains(tx, [{ userId, module: null }], now)
  if (from === 'admin') await keepAnAdministrator(tx, doer.businessDate)
  await audit(tx, doer, {
    action: 'permissions.roleChanged',
    entity: 'access',
    entityId: userId,
    before: { role: from },
    after: { role: to },
  })
  await tellChanged(tx, { userId }, doer.person.userId)
}

const letInAgain = async (tx: Kysely<DB>, doer: Doer, { userId, role }: Restored, now: number): Promise<void> => {
  const person = await personNow(tx, doer, userId)
  if (person.state !== 'ended' || person.role !== role || person.terminated) throw refuse('approval.changedSince')
  await sql`select registry.set_own_membership_end(${userId}, null)`.execute(tx)
  await recordRightGains(tx, [{ userId, module: null }], now)
  await audit(tx, doer, {
    action: 'access.restored',
    entity: 'access',
    entityId: userId,
    before: { state: 'ended' },
    after: { state: 'working', role },
  })
}

/** Who works here, and as what: a changed role, and access that is given or given back. */
export const roleTask: Task<'permissions.role', NewRole | Restored | NewAccess> = {
  name: 'permissions.role',
  module: 'bt_ModulosPermisos',
  secondFactor: true,
  guarded: true,
  pageOf: (userId) => (userId ? `/crm/ModulosPermisos/personas/${userId}` : '/crm/ModulosPermisos/personas'),
  carryOut: async (tx, doer, { payload, now }) => {
    await lockPeople(tx)
    if (payload.kind === 'role') await setRole(tx, doer, payload, now)
    else if (payload.kind === 'restore') await letInAgain(tx, doer, payload, now)
    else await carryOutAccess(tx, doer, payload, now)
  },
}
