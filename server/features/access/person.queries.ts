import { type Kysely, sql } from 'kysely'
import type { getPerson, OwnRule, PersonDecision, PersonRights } from '#contract/access.ts'
import type { Parsed } from '#contract/core/endpoint.ts'
import { actions, moduleKeys } from '#contract/permissions.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { findSubject, rightsOfSubject } from '#server/domain/rights-of.ts'
import { editsAll } from './matrix.queries.ts'
import { findPersonOf, findWaiting, type Person } from './people.queries.ts'

const nameOf = (column: 'created_by' | 'ended_by') =>
  sql<string | null>`(select n.full_name from registry.people_named(array[${sql.ref(`r.${column}`)}]) n)`

/** Grants and denials of a person, those that are over among them, the newest first. */
export const findRules = (db: Kysely<DB>, userId: string, businessDate: string): Promise<OwnRule[]> =>
  db
    .selectFrom('personRule as r')
    .where('r.userId', '=', userId)
    .select([
      'r.id',
      sql<OwnRule['effect']>`r.effect`.as('effect'),
      sql<OwnRule['module']>`r.module`.as('module'),
      sql<OwnRule['action']>`r.action`.as('action'),
      sql<OwnRule['scope']>`r.scope`.as('scope'),
      'r.validFrom',
      'r.validTo',
      'r.reason',
      'r.createdAt',
      nameOf('created_by').as('createdByName'),
      'r.endedAt',
      nameOf('ended_by').as('endedByName'),
      sql<
        OwnRule['state']
      >`case when r.ended_at is not null then 'ended' when r.valid_from > ${businessDate} then 'coming'
        when r.valid_to < ${businessDate} then 'past' else 'current' end`.as('state'),
    ])
    .where('r.module', 'in', [...moduleKeys])
    .orderBy('r.createdAt', 'desc')
    .orderBy('r.id', 'desc')
    .execute()

/** What somebody may do today, and which rule says so: every module and action. Empty for who can't sign in here. */
export const findDecisions = async (
  db: Kysely<DB>,
  { id, state }: Pick<Person, 'id' | 'state'>,
  businessDate: string,
): Promise<PersonDecision[]> => {
  const subject = state === 'working' ? await findSubject(db, { userId: id }, businessDate) : undefined
  if (!subject) return []
  const rights = rightsOfSubject(subject)
  return moduleKeys.flatMap((module) =>
    actions.map((action) => {
      const { scopes, ...decision } = rights.decisionOn(module, action)
      return { module, action, ...decision, scopes: [...scopes] }
    }),
  )
}

export const findPersonRights = async (
  ctx: Ctx,
  { params: { userId } }: Parsed<typeof getPerson>,
): Promise<PersonRights> => {
  const { terminated: _, ...person } = await findPersonOf(ctx, userId)
  const [rules, effective, waiting] = await Promise.all([
    findRules(ctx.db, userId, ctx.businessDate),
    findDecisions(ctx.db, person, ctx.businessDate),
    findWaiting(ctx.db, { userId }),
  ])
  const mine = userId === ctx.person.userId
  return {
    ...person,
    rules,
    effective,
    waiting: waiting.map(({ payload: __, ...one }) => one),
    mayEdit: !mine && editsAll(ctx),
    mine,
  }
}
