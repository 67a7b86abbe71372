import { type Kysely, sql } from 'kysely'
import type { getPersonRights, PersonDecision, PersonRights, PersonRuleDetail } from '#contract/access.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import { moduleKeys, permissionActions } from '#contract/permissions.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { userNameSql } from '#server/core/person-name.ts'
import { buildSubjectRights, findRightsSubject } from '#server/domain/rights-subjects.ts'
import { type AccessPerson, findVisiblePerson, queryPendingAccessApprovals } from './people.queries.ts'
import { canEditAllPermissions } from './permission-matrix.queries.ts'

/** Grants and denials of a person, those that are over among them, the newest first. */
export const findPersonRules = (db: Kysely<DB>, userId: string, businessDate: string): Promise<PersonRuleDetail[]> =>
  db
    .selectFrom('personRule as r')
    .where('r.userId', '=', userId)
    .select([
      'r.id',
      sql<PersonRuleDetail['effect']>`r.effect`.as('effect'),
      sql<PersonRuleDetail['module']>`r.module`.as('module'),
      sql<PersonRuleDetail['action']>`r.action`.as('action'),
      sql<PersonRuleDetail['scope']>`r.scope`.as('scope'),
      'r.validFrom',
      'r.validTo',
      'r.reason',
      'r.createdAt',
      userNameSql('r.createdBy').as('createdByName'),
      'r.endedAt',
      userNameSql('r.endedBy').as('endedByName'),
      sql<
        PersonRuleDetail['state']
      >`case when r.ended_at is not null then 'ended' when r.valid_from > ${businessDate} then 'coming'
        when r.valid_to < ${businessDate} then 'past' else 'current' end`.as('state'),
    ])
    .where('r.module', 'in', [...moduleKeys])
    .orderBy('r.createdAt', 'desc')
    .orderBy('r.id', 'desc')
    .execute()

/** What somebody may do today, and which rule says so: every module and action. Empty for who can't sign in here. */
export const findPersonDecisions = async (
  db: Kysely<DB>,
  { id, state }: Pick<AccessPerson, 'id' | 'state'>,
  businessDate: string,
): Promise<PersonDecision[]> => {
  const subject = state === 'working' ? await findRightsSubject(db, { userId: id }, businessDate) : undefined
  if (!subject) return []
  const rights = buildSubjectRights(subject)
  return moduleKeys.flatMap((module) =>
    permissionActions.map((action) => {
      const { scopes, ...decision } = rights.getDecision(module, action)
      return { module, action, ...decision, scopes: [...scopes] }
    }),
  )
}

export const findPersonRights = async (
  ctx: Ctx,
  { params: { userId } }: ParsedRequest<typeof getPersonRights>,
): Promise<PersonRights> => {
  const { terminated, ...person } = await findVisiblePerson(ctx, userId)
  const [rules, effective, pendingChanges] = await Promise.all([
    findPersonRules(ctx.db, userId, ctx.businessDate),
    findPersonDecisions(ctx.db, person, ctx.businessDate),
    queryPendingAccessApprovals(ctx.db, { userId }),
  ])
  const mine = userId === ctx.person.userId
  return {
    ...person,
    rules,
    effective,
    waiting: pendingChanges.map(({ payload, ...one }) => one),
    mayEdit: !mine && canEditAllPermissions(ctx),
    mine,
  }
}
