import { sql } from 'kysely'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import type { listSummaryReceivers } from '#contract/figures/summary-mail.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { findAbsentPerson, type KnownUser } from '#server/domain/absent-person.ts'

/** Those who sign in here, as the registry knows them; what is written to them is in the language that the row says. */
export const knownPeopleSql = sql<KnownUser & { disabled: boolean }>`(
  select p.user_id::text as user_id, p.email, p.username, p.full_name, p.cvl from registry.own_people() p
   where p.ended_at is null and not p.disabled)`

/** Oneself, and whoever is above and sees summaries. */
export const findSummaryReceivers = async (ctx: Ctx): Promise<ResponseBody<typeof listSummaryReceivers>> => {
  const { person, db } = ctx
  const above = await db
    .selectFrom(knownPeopleSql.as('p'))
    .innerJoin('employee as e', 'e.cvl', 'p.cvl')
    .innerJoin('employeeTeam as t', 't.supervisorId', 'e.id')
    .where('t.employeeId', '=', person.employeeId ?? '0')
    .where('p.userId', '<>', person.userId)
    .select(['p.userId', 'p.email', 'p.username', 'p.fullName', 'p.cvl'])
    .orderBy('p.fullName')
    .execute()
  const seeing = await Promise.all(
    above.map(async (user) => {
      const found = await findAbsentPerson(db, { ...user, idioma: person.idioma }, ctx)
      return found?.rights.may('bt_ResumenDiario', 'view')
        ? [{ id: user.userId, name: user.fullName, isSelf: false }]
        : []
    }),
  )
  return { receivers: [{ id: person.userId, name: person.fullName, isSelf: true }, ...seeing.flat()] }
}
