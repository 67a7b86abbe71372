import { createClient, getClientData } from '#contract/client-data.ts'
import { setSecondFactorRequired } from '#server/domain/approvals.ts'
import { createTestTenant, type TestTenant } from '#test/harness/tenant.ts'

type Caller = Awaited<ReturnType<TestTenant['as']>>
export type ClientDataFixture = Awaited<ReturnType<typeof createClientDataFixture>>

/** Two managers, each with clients of their own. */
export const createClientDataFixture = async () => {
  const t = await createTestTenant('dino')
  await setSecondFactorRequired(t.db, false)
  const managerRecord = await t.make.employee()
  const otherRecord = await t.make.employee()
  const manager = await t.as('manager', managerRecord.cvl)
  const other = await t.as('manager', otherRecord.cvl)
  const admin = await t.as('admin')
  /** The clock stands still: what one test has asked would count in all others. */
  const forgetCalls = () => t.owner.query('delete from registry.call_limit')
  let nextDni = 10_000_000
  /** As many as are needed: DNIs that differ, with their letters. */
  const buildNextDni = (): string => {
    const number = nextDni++
    return `${number}${'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23]}`
  }
  const addClient = (more: object = {}, caller: Caller = manager) => {
    const person = { kind: 'person', name: 'Marta', surname: 'Ruiz Gil', country: 'ES', managerId: managerRecord.id }
    return caller.call(createClient, { body: { ...person, ...more } as never })
  }
  const fetchData = (clientId: string, caller: Caller = manager) => caller.call(getClientData, { params: { clientId } })
  const findLastAudit = async (clientId: string) =>
    (
      await t.owner.query(
        `select action, before, after from dino.audit_event where entity = 'client' and entity_id = $1 order by id desc limit 1`,
        [clientId],
      )
    ).rows[0]
  const callers = { manager, other, admin }
  const records = { manager: managerRecord, other: otherRecord }
  return { t, callers, records, forgetCalls, buildNextDni, addClient, fetchData, findLastAudit }
}
