import { type Kysely, sql } from 'kysely'
import type { NotificationMessage } from '#contract/notifications.ts'
import { moduleKeys, type PersonRule, type Role, type RoleGrant } from '#contract/permissions.ts'
import { decide } from '#contract/rights.ts'
import type { DB } from '#db/types.ts'
import type { Doer } from '#server/core/task.ts'
import { rulesInForce } from './rules-in-force.ts'

type Person = { userId: string; role: Role; rules: PersonRule[] }

/** Whoever may approve for others in some module. Accepting clients for oneself isn't approving. */
const approves = (person: Person, matrix: RoleGrant[]): boolean =>
  moduleKeys.some((module) => {
    const { allowed, scopes } = decide({ role: person.role, matrix, rules: person.rules }, module, 'approve')
    return allowed && scopes.some((scope) => scope !== 'own')
  })

/** Notifies everybody who may approve but the doer, in the transaction of what it is about. */
export const notifyApprovers = async (
  tx: Kysely<DB>,
  { person, businessDate }: Pick<Doer, 'person' | 'businessDate'>,
  { kind, params, link }: NotificationMessage & { link: string },
): Promise<void> => {
  const { rows } = await sql<Person>`
    select p.user_id::text as "userId", p.role,
           ${rulesInForce(businessDate)} as rules
      from registry.own_people() p
     where p.ended_at is null and not p.disabled and p.user_id <> ${person.userId}`.execute(tx)
  const matrix = await tx.selectFrom('roleGrant').select(['role', 'module', 'actions', 'scope']).execute()
  const approvers = rows.filter((one) => approves(one, matrix as RoleGrant[])).map(({ userId }) => userId)
  if (approvers.length === 0) return
  await sql`select registry.notify_user(u, ${kind}, ${JSON.stringify(params)}::jsonb, ${link})
    from unnest(${approvers}::bigint[]) u`.execute(tx)
}

/** Somebody of direction works here no more, or soon: who decides what is guarded may be others from then on. */
export const notifyDirectionEnded = (tx: Kysely<DB>, doer: Pick<Doer, 'person' | 'businessDate'>, name: string) =>
  notifyApprovers(tx, doer, {
    kind: 'access.directionEnded',
    params: { name, by: doer.person.fullName },
    link: '/crm/ModulosPermisos/personas',
  })
