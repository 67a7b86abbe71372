import { permissions } from './all-permissions.ts'
import type { ScreenRecord } from './feature-permissions.ts'

/** How to come to a record for each parameter in the paths of screens. */
export const screenRecords: Record<string, ScreenRecord> = Object.assign(
  {},
  ...permissions.map((one) => one.screenRecords),
)

/** The ids of the records that the paths of screens name, in a firm whose owner `query` is. Each is made once. */
export const createScreenRecordIds = (
  query: (statement: string, values: unknown[]) => Promise<{ id: string }[]>,
): ((parameter: string) => Promise<string>) => {
  const known = new Map<string, Promise<string>>()
  const createRecord = async (parameter: string): Promise<string> => {
    const record = screenRecords[parameter]
    if (!record) throw new Error(`the test-permissions.ts of its feature says which record :${parameter} is`)
    const values: string[] = []
    for (const given of record.given ?? []) values.push(await getId(given))
    const [row] = await query(record.sql, values)
    if (!row) throw new Error(`the seeded firm has no record for :${parameter}`)
    return String(row.id)
  }
  const getId = (parameter: string): Promise<string> => {
    const id = known.get(parameter) ?? createRecord(parameter)
    known.set(parameter, id)
    return id
  }
  return getId
}
