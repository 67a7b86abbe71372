import type { Client } from 'pg'
import { toCivilDate } from '#rules/calendar.ts'
import type { SeedFirm } from './firm.ts'

/** Since the year began, whoever brought a client shares in what that client brings; before, all was the manager's. */
const insertRulesSql = `insert into attribution_rule (product_id, channel, valid_from, manager, partner, advisor, banker) values
  (null, null, make_date($1, 1, 1), 90, 0, 10, 0),
  (null, 'partner', make_date($1, 1, 1), 60, 40, 0, 0),
  (null, 'alliance', make_date($1, 1, 1), 70, 0, 0, 30)`

/** The rules of attribution, and who is credited with what the firm has booked: all of it at once, as the trigger would have done one by one. */
export const addAttribution = async (owner: Client, firm: SeedFirm): Promise<void> => {
  await owner.query(insertRulesSql, [toCivilDate(firm.today).year])
  await owner.query('select write_all_captation()')
}
