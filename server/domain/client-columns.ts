import { type RawBuilder, sql } from 'kysely'

/** Days ahead of its end in which an identity document counts as about to expire. */
export const dniExpiryWarningDays = 60

export type DniStatus = 'permanent' | 'valid' | 'about_to_expire' | 'expired' | 'missing'

/** State of the identity document of the joined `client` on a day. A document is good on the last day of its validity. */
export const dniStatusSql = (today: string): RawBuilder<DniStatus> => sql<DniStatus>`case
  when client.dni_permanent then 'permanent'
  when client.dni_valid_until is null then 'missing'
  when client.dni_valid_until < ${today}::date then 'expired'
  when client.dni_valid_until < ${today}::date + ${sql.lit(dniExpiryWarningDays)} then 'about_to_expire'
  else 'valid' end`
