import { createHash } from 'node:crypto'

type DatabaseRow = Record<string, string | number | boolean | null>
/** The rows of a query, as the owner of the database sees them. */
export type RowsQuery = <T = DatabaseRow>(sql: string, values?: unknown[]) => Promise<T[]>

const seededTables = `cvl zone office employee employee_team subcompany employee_detail role_grant person_rule
  declared_relative substitution client client_bank_account client_bank_change client_relation client_person client_staff client_list client_search product
  account account_holder account_balance journal posting external_product external_position external_position_value total_month_product
  total_month_manager total_day_product captation total_day_captation total_month_captation total_day_stock withholding_part tax_line mapped_import mapped_import_row
  mapped_import_fault goal transfer_rate direct_cost`.split(/\s+/)

/** A hash of all that each table of the firm holds: equal where two seedings made the same. */
export const fingerprintTables = async (rows: RowsQuery): Promise<string[]> => {
  const prints: string[] = []
  for (const table of seededTables) {
    const [all] = await rows<{ text: string }>(
      // When a journal was recorded or a rate was set is the clock's.
      `select coalesce(string_agg(r.text, E'\\n' order by r.text), '') as text
         from (select (to_jsonb(t) - 'recorded_at' - 'set_at')::text as text from dino.${table} t) r`,
    )
    prints.push(`${table} ${createHash('sha256').update(all!.text).digest('hex')}`)
  }
  return prints
}
