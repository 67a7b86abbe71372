import { type Kysely, sql } from 'kysely'
import { moduleKeys, type PersonRule, type Role, type RoleGrant } from '#contract/permissions.ts'
import { decidePermission } from '#contract/rights.ts'
import type { DB } from '#db/types.ts'
import type { Actor } from '#server/core/approval-task.ts'
import { activePersonRulesSql } from './active-person-rules.ts'
import { type LinkedMessage, notifyUsers } from './notify-user.ts'

type ApproverCandidate = { userId: string; role: Role; rules: PersonRule[] }

/** Whoever may approve for others in some module. Accepting clients for oneself isn't approving. */
const canApprove = (person: ApproverCandidate, matrix: RoleGrant[]): boolean =>
  moduleKeys.some((module) => {
    const { allowed, scopes } = decidePermission({ role: person.role, matrix, rules: person.rules }, module, 'approve')
    return allowed && scopes.some((scope) => scope !== 'own')
  })

/** Notifies everybody who may approve but the doer, in the transaction of what it is about. */
export const notifyApprovers = async (
  tx: Kysely<DB>,
  { person, businessDate }: Pick<Actor, 'person' | 'businessDate'>,
  message: LinkedMessage,
): Promise<void> => {
  const { rows } = await sql<ApproverCandidate>`
    select p.user_id::text as "userId", p.role,
           ${activePersonRulesSql(businessDate)} as rules
      from registry.own_people() p
     where p.ended_at is null and not p.disabled and p.user_id <> ${person.userId}`.execute(tx)
  const matrix = await tx.selectFrom('roleGrant').select(['role', 'module', 'actions', 'scope']).execute()
  const approvers = rows.filter((one) => canApprove(one, matrix as RoleGrant[]))
  await notifyUsers(
    tx,
    approvers.map(({ userId }) => ({ ...message, userId })),
  )
}

/** Somebody of direction works here no more, or soon: who decides what is guarded may be others from then on. */
export const notifyDirectionEnded = (tx: Kysely<DB>, doer: Pick<Actor, 'person' | 'businessDate'>, name: string) =>
  notifyApprovers(tx, doer, {
    kind: 'access.directionEnded',
    params: { name, by: doer.person.fullName },
    link: '/crm/ModulosPermisos/personas',
  })
