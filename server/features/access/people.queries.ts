import { type Kysely, sql } from 'kysely'
import type { listPeople, PendingRightsChange, PersonRow } from '#contract/access.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { Role } from '#contract/permissions.ts'
import type { DB } from '#db/types.ts'
import { toSearchText } from '#rules/search-text.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { userNameSql } from '#server/core/person-name.ts'
import { hasFirmWideScope } from '#server/core/rights.ts'
import { selectVisibleStaff } from '#server/domain/visibility.ts'
import { formatLocalTimeSql } from '#server/reports/local-time-column.ts'

type RegistryPerson = {
  userId: string
  email: string
  username: string
  fullName: string
  role: Role
  cvl: string | null
  hasSecondFactor: boolean
  disabled: boolean
  endedAt: string | null
  hasWayIn: boolean
}
export type AccessPerson = PersonRow & { employeeId: string | null; terminated: boolean; invited: boolean }

/** Rights are changed by those whose own right holds the whole prefix. For anybody else there is nothing to change. */
export const assertFirmWide = (ctx: Pick<Ctx, 'scopes'>): void => {
  if (!hasFirmWideScope(ctx)) throw buildRefusal('notFound')
}

/** Everybody who signs in here, or did, as `p`: whose member of staff the call may be about, and who is none only for the whole prefix. */
const queryVisiblePeople = (ctx: Pick<Ctx, 'db' | 'scopes' | 'businessDate'>) =>
  ctx.db
    .selectFrom(
      ctx.db
        .selectFrom(sql<RegistryPerson>`registry.own_people()`.as('u'))
        .leftJoin('employee as m', 'm.cvl', 'u.cvl')
        .leftJoin('office as o', 'o.id', 'm.officeId')
        .select([
          'u.userId as id',
          'u.fullName',
          'u.email',
          'u.username',
          'u.cvl',
          'u.role',
          'o.name as officeName',
          'u.hasSecondFactor',
          sql<
            PersonRow['state']
          >`case when u.ended_at is not null then 'ended' when u.disabled then 'disabled' else 'working' end`.as(
            'state',
          ),
          'u.endedAt',
          sql<number>`(select count(*)::int from person_rule r where r.user_id = u.user_id and r.ended_at is null
            and (r.valid_to is null or r.valid_to >= ${ctx.businessDate}))`.as('ownRules'),
          'm.id as employeeId',
          sql<boolean>`coalesce(m.terminated_on < ${ctx.businessDate}, false)`.as('terminated'),
          sql<boolean>`not u.has_way_in`.as('invited'),
        ])
        .as('p'),
    )
    .$if(!hasFirmWideScope(ctx), (people) => people.where('p.employeeId', 'in', selectVisibleStaff(ctx).select('e.id')))

type PeopleFilters = ParsedRequest<typeof listPeople.count>['query']

export const peopleSorts: Record<(typeof listPeople.sortable)[number], string> = {
  fullName: 'p.fullName',
  role: 'p.role',
  email: 'p.email',
  cvl: 'p.cvl',
  ownRules: 'p.ownRules',
}

/** Those with all words in their names, addresses or CVL; hundreds of people at most, so they are compared as they are read. */
const findPersonIdsBySearch = async (ctx: Ctx, search: string): Promise<string[]> => {
  const words = toSearchText(search).split(' ').filter(Boolean)
  const all = await queryVisiblePeople(ctx).select(['p.id', 'p.fullName', 'p.email', 'p.username', 'p.cvl']).execute()
  return all
    .filter(({ id, ...searchFields }) => {
      const text = toSearchText(Object.values(searchFields).filter(Boolean).join(' '))
      return words.every((word) => text.includes(word))
    })
    .map(({ id }) => id)
}

const queryMatchingPeople = async (ctx: Ctx, { search, role, state, secondFactor, withRules }: PeopleFilters) => {
  const ids = search ? await findPersonIdsBySearch(ctx, search) : undefined
  return queryVisiblePeople(ctx)
    .$if(ids !== undefined, (people) => people.where('p.id', '=', sql<string>`any(${ids}::bigint[])`))
    .$if(role !== undefined, (people) => people.where('p.role', 'in', role!))
    .$if(state !== undefined, (people) => people.where('p.state', 'in', state!))
    .$if(secondFactor !== undefined, (people) => people.where('p.hasSecondFactor', '=', secondFactor!))
    .$if(withRules !== undefined, (people) => people.where('p.ownRules', withRules ? '>' : '=', 0))
}

const personRowColumns = [
  'p.id',
  'p.fullName',
  'p.email',
  'p.username',
  'p.cvl',
  'p.role',
  'p.officeName',
  'p.hasSecondFactor',
  'p.state',
  'p.ownRules',
] as const

export const selectPeople = async (ctx: Ctx, filters: PeopleFilters) =>
  (await queryMatchingPeople(ctx, filters)).select(personRowColumns).select('p.endedAt')

export const selectPeopleForFile = async (ctx: Ctx, filters: PeopleFilters) =>
  (await queryMatchingPeople(ctx, filters))
    .select(personRowColumns)
    .select(formatLocalTimeSql(ctx, 'p.ended_at').as('endedAt'))

export const countPeople = async (ctx: Ctx, filters: PeopleFilters) =>
  (await queryMatchingPeople(ctx, filters)).select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()

/** One person; throws `notFound` where the call may not be about them. */
export const findVisiblePerson = async (
  ctx: Pick<Ctx, 'db' | 'scopes' | 'businessDate'>,
  userId: string,
): Promise<AccessPerson> => {
  const person = await queryVisiblePeople(ctx).selectAll().where('p.id', '=', userId).executeTakeFirst()
  if (!person) throw buildRefusal('notFound')
  return person
}

/** Changes of the permissions that wait for their second person: of the matrix, or about one person. */
export const queryPendingAccessApprovals = (db: Kysely<DB>, about: { userId: string } | 'matrix') =>
  db
    .selectFrom('approval as a')
    .where('a.state', '=', 'pending')
    .$if(about === 'matrix', (pendingQuery) => pendingQuery.where('a.task', '=', 'permissions.matrix'))
    .$if(about !== 'matrix', (pendingQuery) =>
      pendingQuery
        .where('a.task', 'in', ['permissions.role', 'permissions.person'])
        .where('a.subjectUserId', '=', about === 'matrix' ? null : about.userId),
    )
    .select([
      'a.id as approvalId',
      sql<PendingRightsChange['task']>`a.task`.as('task'),
      userNameSql('a.madeBy').as('makerName'),
      'a.madeAt',
      'a.reason',
      'a.payload',
    ])
    .orderBy('a.madeAt')
    .orderBy('a.id')
    .execute()
