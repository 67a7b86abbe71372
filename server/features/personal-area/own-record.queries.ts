import { type Kysely, sql } from 'kysely'
import type { OwnEmployeeRecord } from '#contract/personal-area.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { pendingAccountChangeSql } from '#server/domain/pending-account-change.ts'

const emptyNumbers = { iban: null, payrollAccount: null, socialSecurityNumber: null }
type EmployeeNumbers = Record<keyof typeof emptyNumbers, string | null>

/** The caller's numbers as they are kept. */
export const findEmployeeNumbers = async (db: Kysely<DB>, employeeId: string): Promise<EmployeeNumbers> =>
  (await db
    .selectFrom('employeeDetail')
    .select(['iban', 'payrollAccount', 'socialSecurityNumber'])
    .where('employeeId', '=', employeeId)
    .executeTakeFirst()) ?? emptyNumbers

const supervisorSql = sql<OwnEmployeeRecord['supervisor']>`(
  select json_build_object('id', s.id::text, 'name', ${naturalNameSql('s')}, 'cvl', s.cvl, 'position', s.position)
    from employee s where s.id = e.supervisor_id)`

const maskNumber = (number: string | null): string | null => number && `···· ${number.slice(-4)}`

/** The record of whoever signed in; null for somebody who isn't staff here. */
export const findOwnRecord = async (
  { db, person }: Ctx,
  _: unknown,
  { deps }: HttpContext,
): Promise<{ employee: OwnEmployeeRecord | null }> => {
  const found = await db
    .selectFrom('employee as e')
    .innerJoin('office as o', 'o.id', 'e.officeId')
    .innerJoin('zone as z', 'z.id', 'o.zoneId')
    .leftJoin('subcompany as c', 'c.id', 'e.subcompanyId')
    .leftJoin('employeeDetail as d', 'd.employeeId', 'e.id')
    .where('e.id', '=', person.employeeId)
    .selectAll('d')
    .selectAll('e')
    .select(['o.name as officeName', 'z.name as zoneName', 'c.name as subcompanyName', supervisorSql.as('supervisor')])
    .select(sql<string | null>`trim_scale(d.weekly_hours)::text`.as('weeklyHours'))
    .select(pendingAccountChangeSql(new Date(deps.clock()).toISOString()).as('accountChange'))
    .executeTakeFirst()
  if (!found) return { employee: null }
  const { streetType, street, streetNumber, floor, door, postalCode, town, province, ...rest } = found
  const { iban, payrollAccount, socialSecurityNumber, ...shown } = rest
  return {
    employee: {
      ...shown,
      address: { streetType, street, streetNumber, floor, door, postalCode, town, province },
      secrets: {
        iban: maskNumber(iban),
        payrollAccount: maskNumber(payrollAccount),
        socialSecurityNumber: maskNumber(socialSecurityNumber),
      },
    },
  }
}
