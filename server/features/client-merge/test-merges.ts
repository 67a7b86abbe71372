import { approveChangeRequest } from '#contract/approvals.ts'
import type { MergeGroup } from '#contract/client-merge/merged-values.ts'
import { mergeClients, previewClientMerge, undoClientMerge } from '#contract/client-merge.ts'
import { setSecondFactorRequired } from '#server/domain/approvals.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

const rowsJsonSql = (rows: string) => `(select json_agg(x) from (${rows}) x)`
const totalsSql = `select
  ${rowsJsonSql('select * from dino.total_month_product order by 1, 2, 3')} as months,
  ${rowsJsonSql('select * from dino.total_month_manager order by 1, 2, 3, 4')} as managers,
  ${rowsJsonSql('select * from dino.posting order by journal_id, line')} as postings,
  ${rowsJsonSql('select sum(capital) as capital, sum(balance) as balance from dino.client_list')} as sums`

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
type MergePair = { survivor: { id: string; cvl: string }; absorbed: { id: string; cvl: string } }

/** Each step of a merge, by its usual caller. */
const buildMergeCalls = (t: Tenant, { manager, direction }: { manager: Caller; direction: Caller }) => {
  const preview = ({ survivor, absorbed }: MergePair, caller: Caller = manager) =>
    caller.call(previewClientMerge, { params: { clientId: survivor.id, otherId: absorbed.id } })
  const propose = async (pair: MergePair, taken: MergeGroup[] = [], caller: Caller = manager) => {
    const seen = await preview(pair, caller)
    return caller.call(mergeClients, {
      params: { clientId: pair.survivor.id },
      body: {
        otherId: pair.absorbed.id,
        survivorVersion: seen.survivor.version,
        absorbedVersion: seen.absorbed.version,
        taken,
        reason: 'Es la misma persona',
      },
    })
  }
  const approve = ({ approvalId }: { approvalId: string | null }, caller: Caller = direction) =>
    caller.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
  const merge = async (pair: MergePair, taken: MergeGroup[] = []) => {
    await approve(await propose(pair, taken))
    const { rows } = await t.owner.query<{ id: string }>(
      `select id::text from dino.client_merge where survivor_id = $1 and state = 'done' order by client_merge.id desc limit 1`,
      [pair.survivor.id],
    )
    return rows[0]!.id
  }
  const undo = (pair: MergePair, mergeId: string, caller: Caller = manager) =>
    caller.call(undoClientMerge, {
      params: { clientId: pair.survivor.id, mergeId },
      body: { reason: 'Son dos personas' },
    })
  return { preview, propose, approve, merge, undo }
}

/** A firm in which two records of one client are merged and told apart again. */
export const createMergeFixture = async () => {
  const t = await createTestTenant('dino')
  await setSecondFactorRequired(t.db, false)
  const zone = await t.make.zone()
  const office = await t.make.office(zone.id)
  // What is kept of teams is held against the books by `readTotals`, too.
  const supervisor = await t.make.employee({ officeId: office.id })
  const managerRecord = await t.make.employee({ officeId: office.id, supervisorId: supervisor.id })
  const manager = await t.as('manager', managerRecord.cvl)
  const direction = await t.as('direction')
  const admin = await t.as('admin')

  const makeClient = (given: Parameters<typeof t.make.client>[0] = {}) =>
    t.make.client({ zoneId: zone.id, staff: { manager: managerRecord.id }, checked: true, ...given })
  const makePair = async (
    absorbed: Parameters<typeof t.make.client>[0] = {},
    survivor: Parameters<typeof t.make.client>[0] = {},
  ): Promise<MergePair> => ({ survivor: await makeClient(survivor), absorbed: await makeClient(absorbed) })

  const calls = buildMergeCalls(t, { manager, direction })
  const select = async (text: string, values: unknown[] = []) => (await t.owner.query(text, values)).rows

  /** All that a merge must leave as it is: the books, and every total by month, product and manager. */
  const readTotals = async () => {
    await t.owner.query('select dino.fold_totals()')
    const { differenceList: differences } = await verifyLedger({ ...t, prefix: 'dino' }, undefined)
    const [totals] = await select(totalsSql)
    return { differences, ...totals }
  }
  return {
    t,
    zone,
    manager,
    managerRecord,
    direction,
    admin,
    makeClient,
    makePair,
    ...calls,
    select,
    readTotals,
  }
}
export type MergeFixture = Awaited<ReturnType<typeof createMergeFixture>>
