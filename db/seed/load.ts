import type { Client } from 'pg'
import type { ProgressReporter } from '#db/progress.ts'
import { toIsoDate } from '#rules/calendar.ts'
import { accountColumns, generateAccountRows, generateHolderRows, holderColumns } from './account-rows.ts'
import { planAccounts, type SeedAccounts } from './accounts.ts'
import { addAttribution } from './attribution.ts'
import { buildClientRows, type ClientTable, clientTableColumns } from './client-rows.ts'
import { planClients, type SeedClients } from './clients.ts'
import { copyTextRows, formatCents, formatCopyRow } from './copy.ts'
import { buildExternalProductRows, externalProductColumns } from './external-products.ts'
import { type SeedFirm, seededTables } from './firm.ts'
import { openJournalBook } from './money/book.ts'
import { simulateYears } from './money/months.ts'
import { collectWithholdingParts } from './money/parts.ts'
import { createSimulationState, getLastPayoutDay, type SimulationState } from './money/state.ts'
import { buildProductRows, buildRateRows, productColumns, rateColumns } from './products.ts'
import { buildEmployeeRows, buildStaff, employeeColumns, type SeedStaff } from './staff.ts'
import { buildStaffDetailRows, detailColumns } from './staff-details.ts'
import { buildSubcompanyRows } from './subcompanies.ts'
import {
  createRuleFinder,
  createWithholdingCalculator,
  readWithholdingLaw,
  type WithholdingCalculator,
} from './withholding.ts'

const loadStaff = async (owner: Client, firm: SeedFirm, staff: SeedStaff): Promise<void> => {
  await copyTextRows(
    owner,
    'cvl',
    'code, given_at',
    staff.employees.map(({ cvl, hiredOn }) => formatCopyRow([cvl, `${toIsoDate(hiredOn)} 09:00:00+00`])),
  )
  await copyTextRows(
    owner,
    'zone',
    'id, name',
    staff.zones.map((name, n) => formatCopyRow([firm.first.zone + n, name])),
  )
  await copyTextRows(
    owner,
    'office',
    'id, name, zone_id, city',
    staff.offices.map((o, n) => formatCopyRow([firm.first.office + n, o.name, firm.first.zone + o.zone, o.city])),
  )
  await copyTextRows(owner, 'subcompany', 'id, name, tax_id', buildSubcompanyRows(firm))
  await copyTextRows(owner, 'employee', employeeColumns, buildEmployeeRows(firm, staff))
  await copyTextRows(owner, 'employee_detail', detailColumns, buildStaffDetailRows(firm, staff))
}

/** Wide records are made and loaded so many at a time. */
const clientBatchSize = 10_000

const loadClients = async (
  owner: Client,
  firm: SeedFirm,
  staff: SeedStaff,
  clients: SeedClients,
  progress: ProgressReporter,
): Promise<void> => {
  const step = `seed ${firm.prefix}: clients`
  const taken = new Set<string>()
  for (let from = 0; from < clients.count; from += clientBatchSize) {
    progress(step, from, clients.count)
    const rows = buildClientRows(firm, staff, clients, from, Math.min(clients.count, from + clientBatchSize), taken)
    for (const [table, columns] of Object.entries(clientTableColumns))
      await copyTextRows(owner, table, columns, rows[table as ClientTable])
  }
  progress(step, clients.count, clients.count)
}

/** How often something unplanned must happen for the firm to have as many movements as its size says: lived once without, and counted. */
const calculateExtraMovements = (firm: SeedFirm, accounts: SeedAccounts, taxes: WithholdingCalculator): number => {
  let planned = 0
  const rehearsal = createSimulationState(firm, accounts, taxes, 0, () => {
    planned++
  })
  for (const _ of simulateYears(rehearsal));
  return Math.max(0, firm.size.movements - planned) / Math.max(1, rehearsal.accountMonths)
}

const loadMoney = async (
  owner: Client,
  firm: SeedFirm,
  clients: SeedClients,
  accounts: SeedAccounts,
  progress: ProgressReporter,
): Promise<{ state: SimulationState; movements: number }> => {
  const step = `seed ${firm.prefix}: movements`
  progress(step, 0, firm.size.movements)
  const rules = createRuleFinder(firm, clients, await readWithholdingLaw(owner))
  const parts = collectWithholdingParts(firm, accounts, rules)
  const book = openJournalBook(owner, { firm, clients, accounts, parts }, (done) =>
    progress(step, done, Math.max(done, firm.size.movements)),
  )
  const taxes = createWithholdingCalculator(rules)
  const state = createSimulationState(firm, accounts, taxes, calculateExtraMovements(firm, accounts, taxes), book.sink)
  for (const day of simulateYears(state)) await book.writeUpTo(day)
  const movements = await book.close()
  // As many as were lived, which is about what the size says.
  progress(step, movements, movements)
  return { state, movements }
}

function* generateBalanceRows(firm: SeedFirm, s: SimulationState): Generator<string> {
  for (let k = 0; k < s.accounts.count; k++)
    if (s.principal[k] !== 0 || s.interest[k] !== 0 || s.payable[k] !== 0)
      yield formatCopyRow([
        firm.first.account + k,
        formatCents(s.principal[k]!),
        formatCents(s.interest[k]!),
        formatCents(s.payable[k]!),
      ])
}

const loadBalances = async (owner: Client, firm: SeedFirm, state: SimulationState): Promise<void> => {
  await owner.query(
    'create temporary table seeded_balance (account_id bigint, principal numeric, interest numeric, payable numeric) on commit drop',
  )
  await copyTextRows(
    owner,
    'seeded_balance',
    'account_id, principal, interest, payable',
    generateBalanceRows(firm, state),
  )
  await owner.query(
    `update account_balance b set principal = s.principal, interest = s.interest, payable = s.payable
       from seeded_balance s where s.account_id = b.account_id`,
  )
}

function* generateSettledThroughRows(firm: SeedFirm, s: SimulationState): Generator<string> {
  for (let k = 0; k < s.accounts.count; k++) {
    const through = getLastPayoutDay(s, k)
    if (through !== null) yield formatCopyRow([firm.first.account + k, toIsoDate(through)])
  }
}

/** Ids and codes given from now on follow those loaded here. */
const advanceSequences = async (owner: Client, firm: SeedFirm, lastCvl: number): Promise<void> => {
  for (const table of seededTables)
    await owner.query(
      `select setval(pg_get_serial_sequence($1, 'id'), max(id)) from ${table} having max(id) is not null`,
      [`${firm.prefix}.${table}`],
    )
  await owner.query(`select setval('cvl_number', $1)`, [lastCvl])
}

/** Everything that a firm consists of, in the order of its foreign keys, inside the caller's transaction. */
export const loadFirm = async (
  owner: Client,
  firm: SeedFirm,
  progress: ProgressReporter,
  restore: () => Promise<void>,
) => {
  const staff = buildStaff(firm)
  const clients = planClients(firm, staff)
  const accounts = planAccounts(firm, clients)
  await loadStaff(owner, firm, staff)
  await copyTextRows(owner, 'external_product', externalProductColumns, buildExternalProductRows(firm))
  await loadClients(owner, firm, staff, clients, progress)
  progress(`seed ${firm.prefix}: accounts`)
  await copyTextRows(owner, 'product', productColumns, buildProductRows(firm))
  await copyTextRows(owner, 'product_rate', rateColumns, buildRateRows(firm))
  await copyTextRows(owner, 'account', accountColumns, generateAccountRows(firm, staff, clients, accounts))
  await copyTextRows(owner, 'account_holder', holderColumns, generateHolderRows(firm, clients, accounts))
  // The check of each statement finds its journals by key, however large the books have grown since it was planned.
  await owner.query('set local enable_hashjoin = off; set local enable_mergejoin = off')
  await owner.query('alter table posting disable trigger posting_is_kept')
  const { state, movements } = await loadMoney(owner, firm, clients, accounts, progress)
  await owner.query('set local enable_hashjoin = on; set local enable_mergejoin = on')
  progress(`seed ${firm.prefix}: indexes`)
  await restore()
  progress(`seed ${firm.prefix}: balances`)
  await loadBalances(owner, firm, state)
  await copyTextRows(owner, 'interest_through', 'account_id, through', generateSettledThroughRows(firm, state))
  await owner.query('analyze client, client_staff, account, account_holder, posting, account_balance')
  progress(`seed ${firm.prefix}: lists`)
  await owner.query('select refresh_client_list()')
  progress(`seed ${firm.prefix}: captation`)
  await owner.query('analyze journal')
  await addAttribution(owner, firm)
  // What was written on the way is counted with the rest: of the firm first, then with the clients of each team.
  await owner.query('truncate team_fact_delta')
  await owner.query('select write_matured()')
  await owner.query('select rebuild_days()')
  await owner.query('select rebuild_stock()')
  await owner.query(
    'analyze account_matured, team_client, total_team_flow, total_day_team_stock, total_month_team_stock, total_day_client, total_day_maturity, total_waiting, total_team_fact',
  )
  await owner.query('alter table posting enable trigger posting_is_kept')
  await advanceSequences(owner, firm, firm.first.cvl + staff.employees.length + clients.count - 1)
  return { clients: clients.count, accounts: accounts.count, movements, employees: staff.employees.length }
}
