import { sql } from 'kysely'
import { listBirthdays } from '#rules/birthdays.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { type DayReasonSource, maxReasonsOfKind } from '#server/core/day-reason.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { toDayClient } from '#server/domain/day-person.ts'
import { selectOwnPeople } from '#server/domain/own-clients.ts'

/** A document of identity is asked for anew so many days before it expires, and no longer than so many after. */
const expiryDays = { before: 30, after: 180 }

const selectPeopleOfDay = (ctx: Ctx, employeeId: string) =>
  selectOwnPeople(ctx, employeeId).select([
    'c.clientId',
    'client.cvl',
    'client.phone',
    fullNameSql('client').as('name'),
  ])

/** Whose birthday it is. */
const birthdayReason: DayReasonSource = {
  kind: 'birthday',
  module: 'bt_Clientes',
  find: async (ctx, employeeId) => {
    const birthdays = listBirthdays(ctx.businessDate)
    const monthDaySql = sql<string>`to_char(client.birth_date, 'MM-DD')`
    const rows = await selectPeopleOfDay(ctx, employeeId)
      .where(sql<boolean>`${monthDaySql} = any(${birthdays.flatMap(({ monthDays }) => monthDays)}::text[])`)
      .select(monthDaySql.as('monthDay'))
      .orderBy(monthDaySql)
      .orderBy('c.clientId')
      .limit(maxReasonsOfKind)
      .execute()
    return rows.map(({ monthDay, ...client }) => ({
      id: client.clientId,
      path: `/clientes/${client.clientId}`,
      person: toDayClient(client),
      date: birthdays.find(({ monthDays }) => monthDays.includes(monthDay))!.on,
    }))
  },
}

/** Whose document of identity has expired, or does soon. */
const documentReason: DayReasonSource = {
  kind: 'document',
  module: 'bt_Clientes',
  find: async (ctx, employeeId) => {
    const rows = await selectPeopleOfDay(ctx, employeeId)
      .where('client.dniPermanent', '=', false)
      .where(
        sql<boolean>`client.dni_valid_until between ${ctx.businessDate}::date - ${sql.lit(expiryDays.after)} and ${ctx.businessDate}::date + ${sql.lit(expiryDays.before)}`,
      )
      .select(sql<string>`client.dni_valid_until::text`.as('validUntil'))
      .orderBy('client.dniValidUntil')
      .orderBy('c.clientId')
      .limit(maxReasonsOfKind)
      .execute()
    return rows.map(({ validUntil, ...client }) => ({
      id: client.clientId,
      path: `/clientes/${client.clientId}`,
      person: toDayClient(client),
      date: validUntil,
    }))
  },
}

export const clientDayReasons: readonly DayReasonSource[] = [birthdayReason, documentReason]
