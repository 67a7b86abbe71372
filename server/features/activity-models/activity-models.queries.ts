import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type ModelledActivity, modelledActivities } from '#contract/activity-models/activities.ts'
import type { listActivityModels } from '#contract/activity-models.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import { type ModelPeriod, readModelPeriod } from '#rules/model-period.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { selectCaptationByPerson } from '#server/domain/captation.ts'
import { achievedSql, achievementSql, goalToDateSql } from '#server/domain/goals.ts'
import { selectStaffActivity } from '#server/domain/staff-activity.ts'
import { matchesColleagueName } from '#server/domain/staff-search.ts'
import { selectVisibleStaff, worksHereSql } from '#server/domain/visibility.ts'

type Filters = ParsedRequest<typeof listActivityModels.count>['query']

const columnOf: Record<ModelledActivity, string> = {
  calls: 'calls',
  newContacts: 'new_contacts',
  r1: 'r1',
  r2: 'r2',
  r3: 'r3',
  r4: 'r4',
  converted: 'converted',
}

/** Where each activity is counted: the aliases of the counts below. */
const doneSql: Record<ModelledActivity, RawBuilder<number>> = {
  calls: sql<number>`coalesce(k.calls, 0)`,
  newContacts: sql<number>`coalesce(x.new_contacts, 0)`,
  r1: sql<number>`coalesce(m.r1, 0)`,
  r2: sql<number>`coalesce(m.r2, 0)`,
  r3: sql<number>`coalesce(m.r3, 0)`,
  r4: sql<number>`coalesce(m.r4, 0)`,
  converted: sql<number>`coalesce(x.converted, 0)`,
}

/** What so much a month comes to in a period, rounded half up: its whole months, and of the one that runs its days so far. */
const modelSql = (activity: ModelledActivity, { firstMonth, clock }: ModelPeriod): RawBuilder<number | null> => {
  const monthly = sql.ref(`a.${columnOf[activity]}`)
  return sql<number | null>`floor(${monthly} * ${sql.lit(clock.wholeMonths - firstMonth + 1)}
    + ${monthly} * ${sql.lit(clock.day)}::numeric / ${sql.lit(clock.daysOfMonth)} + 0.5)::int`
}

/** Mean of done by asked for, none above one, over what is asked for. */
const fulfilmentSql = (period: ModelPeriod): RawBuilder<string | null> => {
  const asks = modelledActivities.map((activity) => modelSql(activity, period))
  const parts = modelledActivities.map(
    (activity, at) =>
      sql`case when ${asks[at]} > 0 then least(1, ${doneSql[activity]}::numeric / ${asks[at]}) else 0 end`,
  )
  const counts = asks.map((ask) => sql`case when ${ask} > 0 then 1 else 0 end`)
  return sql<
    string | null
  >`(100 * (${sql.join(parts, sql` + `)}) / nullif(${sql.join(counts, sql` + `)}, 0))::numeric(5, 1)`
}

export const selectActivityModels = (ctx: Ctx, { period: requestedPeriod, position, search }: Filters) => {
  const period = readModelPeriod(requestedPeriod, ctx.businessDate)
  const { year, firstMonth, from, through: to, clock } = period
  const { calls, meetings, contacts } = selectStaffActivity(ctx, from, to)
  const goal = sql<string>`${goalToDateSql(sql`g.months`, clock, firstMonth)}`
  const rows = selectVisibleStaff(ctx)
    .leftJoin('activityModel as a', 'a.position', 'e.position')
    .leftJoin('goal as g', (join) =>
      join.onRef('g.employeeId', '=', 'e.id').on('g.year', '=', year).on('g.kind', '=', 'individual'),
    )
    .leftJoin(calls.as('k'), 'k.employeeId', 'e.id')
    .leftJoin(meetings.as('m'), 'm.employeeId', 'e.id')
    .leftJoin(contacts.as('x'), 'x.employeeId', 'e.id')
    .leftJoin(selectCaptationByPerson({ ctx, people: null, from, to }).as('f'), 'f.personId', 'e.id')
    // Those of whom something is asked, and whoever did something all the same.
    .where(worksHereSql(ctx.businessDate))
    .where(
      sql<SqlBool>`(a.position is not null or g.year is not null or k.calls > 0 or m.meetings > 0 or x.new_contacts > 0 or x.converted > 0 or f.gross is not null)`,
    )
    .$if(position !== undefined, (some) => some.where('e.position', '=', position!))
    .$if(!!search, (some) => some.where(matchesColleagueName(search!)))
    .select(['e.id', 'e.cvl', 'e.position', fullNameSql('e').as('name')])
    .select([
      doneSql.calls.as('calls'),
      doneSql.newContacts.as('newContacts'),
      doneSql.r1.as('r1'),
      doneSql.r2.as('r2'),
      doneSql.r3.as('r3'),
      doneSql.r4.as('r4'),
      doneSql.converted.as('converted'),
      modelSql('calls', period).as('callsModel'),
      modelSql('newContacts', period).as('newContactsModel'),
      modelSql('r1', period).as('r1Model'),
      modelSql('r2', period).as('r2Model'),
      modelSql('r3', period).as('r3Model'),
      modelSql('r4', period).as('r4Model'),
      modelSql('converted', period).as('convertedModel'),
    ])
    .select([
      fulfilmentSql(period).as('fulfilment'),
      achievedSql.as('achieved'),
      sql<string | null>`case when g.year is not null then ${goal} end`.as('goal'),
      achievementSql(achievedSql, goal).as('achievement'),
    ])
  return ctx.db.selectFrom(rows.as('t')).selectAll('t')
}

export const countActivityModels = (ctx: Ctx, filters: Filters) => {
  const sumCount = (column: string) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)::int`
  const sumMoney = (column: string) => sql<string>`coalesce(sum(${sql.ref(column)}), 0)::numeric(18, 2)`
  return ctx.db
    .selectFrom(selectActivityModels(ctx, filters).as('t'))
    .select([
      sql<number>`count(*)::int`.as('total'),
      sumCount('t.calls').as('calls'),
      sumCount('t.new_contacts').as('newContacts'),
      sumCount('t.r1').as('r1'),
      sumCount('t.r2').as('r2'),
      sumCount('t.r3').as('r3'),
      sumCount('t.r4').as('r4'),
      sumCount('t.converted').as('converted'),
      sumCount('t.calls_model').as('callsModel'),
      sumCount('t.new_contacts_model').as('newContactsModel'),
      sumCount('t.r1_model').as('r1Model'),
      sumCount('t.r2_model').as('r2Model'),
      sumCount('t.r3_model').as('r3Model'),
      sumCount('t.r4_model').as('r4Model'),
      sumCount('t.converted_model').as('convertedModel'),
      sumMoney('t.achieved').as('achieved'),
      sumMoney('t.goal').as('goal'),
    ])
    .executeTakeFirstOrThrow()
}

export const activityModelSorts: Record<(typeof listActivityModels.sortable)[number], string> = {
  name: 't.name',
  fulfilment: 't.fulfilment',
  achieved: 't.achieved',
  achievement: 't.achievement',
}
