import type { Client } from 'pg'
import type { Progress } from '#db/progress.ts'
import { isoDay } from '#rules/calendar.ts'
import { accountColumns, accountRows, holderColumns, holderRows } from './account-rows.ts'
import { type Accounts, accountsOf } from './accounts.ts'
import { type ClientTable, clientRows, clientTables } from './client-rows.ts'
import { type Clients, clientsOf } from './clients.ts'
import { copyRow, copyText, money } from './copy.ts'
import { type Firm, seededTables } from './firm.ts'
import { openBook } from './money/book.ts'
import { liveYears } from './money/months.ts'
import { openParts } from './money/parts.ts'
import { openState, type State, settledThrough } from './money/state.ts'
import { productColumns, productRows, rateColumns, rateRows } from './products.ts'
import { employeeColumns, employeeRows, type Staff, staffOf } from './staff.ts'
import { detailColumns, detailRows } from './staff-details.ts'
import { subcompanyRows } from './subcompanies.ts'
import { readLaw, rulesOf, type Taxes, taxesOf } from './withholding.ts'

const loadStaff = async (owner: Client, firm: Firm, staff: Staff): Promise<void> => {
  await copyText(
    owner,
    'cvl',
    'code, given_at',
    staff.employees.map(({ cvl, hiredOn }) => copyRow([cvl, `${isoDay(hiredOn)} 09:00:00+00`])),
  )
  await copyText(
    owner,
    'zone',
    'id, name',
    staff.zones.map((name, n) => copyRow([firm.first.zone + n, name])),
  )
  await copyText(
    owner,
    'office',
    'id, name, zone_id, city',
    staff.offices.map((o, n) => copyRow([firm.first.office + n, o.name, firm.first.zone + o.zone, o.city])),
  )
  await copyText(owner, 'subcompany', 'id, name, tax_id', subcompanyRows(firm))
  await copyText(owner, 'employee', employeeColumns, employeeRows(firm, staff))
  await copyText(owner, 'employee_detail', detailColumns, detailRows(firm, staff))
}

/** Wide records are made and loaded so many at a time. */
const clientsAtOnce = 10_000

const loadClients = async (
  owner: Client,
  firm: Firm,
  staff: Staff,
  clients: Clients,
  progress: Progress,
): Promise<void> => {
  const step = `seed ${firm.prefix}: clients`
  const taken = new Set<string>()
  for (let from = 0; from < clients.count; from += clientsAtOnce) {
    progress(step, from, clients.count)
    const rows = clientRows(firm, staff, clients, from, Math.min(clients.count, from + clientsAtOnce), taken)
    for (const [table, columns] of Object.entries(clientTables))
      await copyText(owner, table, columns, rows[table as ClientTable])
  }
  progress(step, clients.count, clients.count)
}

/** How often something unplanned must happen for the firm to have as many movements as its size says: lived once without, and counted. */
const extrasFor = (firm: Firm, accounts: Accounts, taxes: Taxes): number => {
  let planned = 0
  const rehearsal = openState(firm, accounts, taxes, 0, () => {
    planned++
  })
  for (const _ of liveYears(rehearsal));
  return Math.max(0, firm.size.movements - planned) / Math.max(1, rehearsal.chances)
}

const loadMoney = async (
  owner: Client,
  firm: Firm,
  clients: Clients,
  accounts: Accounts,
  progress: Progress,
): Promise<{ state: State; movements: number }> => {
  const step = `seed ${firm.prefix}: movements`
  progress(step, 0, firm.size.movements)
  const rules = rulesOf(firm, clients, await readLaw(owner))
  const parts = openParts(firm, accounts, rules)
  const book = openBook(owner, { firm, clients, accounts, parts }, (done) =>
    progress(step, done, Math.max(done, firm.size.movements)),
  )
  const taxes = taxesOf(rules)
  const state = openState(firm, accounts, taxes, extrasFor(firm, accounts, taxes), book.sink)
  for (const day of liveYears(state)) await book.writeUpTo(day)
  const movements = await book.close()
  // As many as were lived, which is about what the size says.
  progress(step, movements, movements)
  return { state, movements }
}

function* balanceRows(firm: Firm, s: State): Generator<string> {
  for (let k = 0; k < s.accounts.count; k++)
    if (s.principal[k] !== 0 || s.interest[k] !== 0 || s.payable[k] !== 0)
      yield copyRow([firm.first.account + k, money(s.principal[k]!), money(s.interest[k]!), money(s.payable[k]!)])
}

const loadBalances = async (owner: Client, firm: Firm, state: State): Promise<void> => {
  await owner.query(
    'create temporary table seeded_balance (account_id bigint, principal numeric, interest numeric, payable numeric) on commit drop',
  )
  await copyText(owner, 'seeded_balance', 'account_id, principal, interest, payable', balanceRows(firm, state))
  await owner.query(
    `update account_balance b set principal = s.principal, interest = s.interest, payable = s.payable
       from seeded_balance s where s.account_id = b.account_id`,
  )
}

function* throughRows(firm: Firm, s: State): Generator<string> {
  for (let k = 0; k < s.accounts.count; k++) {
    const through = settledThrough(s, k)
    if (through !== null) yield copyRow([firm.first.account + k, isoDay(through)])
  }
}

/** Ids and codes given from now on follow those loaded here. */
const moveSequences = async (owner: Client, firm: Firm, lastCvl: number): Promise<void> => {
  for (const table of seededTables)
    await owner.query(
      `select setval(pg_get_serial_sequence($1, 'id'), max(id)) from ${table} having max(id) is not null`,
      [`${firm.prefix}.${table}`],
    )
  await owner.query(`select setval('cvl_number', $1)`, [lastCvl])
}

/** Everything that a firm consists of, in the order of its foreign keys, inside the caller's transaction. */
export const loadFirm = async (owner: Client, firm: Firm, progress: Progress, restore: () => Promise<void>) => {
  const staff = staffOf(firm)
  const clients = clientsOf(firm, staff)
  const accounts = accountsOf(firm, clients)
  await loadStaff(owner, firm, staff)
  await loadClients(owner, firm, staff, clients, progress)
  progress(`seed ${firm.prefix}: accounts`)
  await copyText(owner, 'product', productColumns, productRows(firm))
  await copyText(owner, 'product_rate', rateColumns, rateRows(firm))
  await copyText(owner, 'account', accountColumns, accountRows(firm, staff, clients, accounts))
  await copyText(owner, 'account_holder', holderColumns, holderRows(firm, clients, accounts))
  // The check of each statement finds its journals by key, however large the books have grown since it was planned.
  await owner.query('set local enable_hashjoin = off; set local enable_mergejoin = off')
  const { state, movements } = await loadMoney(owner, firm, clients, accounts, progress)
  await owner.query('set local enable_hashjoin = on; set local enable_mergejoin = on')
  progress(`seed ${firm.prefix}: indexes`)
  await restore()
  progress(`seed ${firm.prefix}: balances`)
  await loadBalances(owner, firm, state)
  await copyText(owner, 'interest_through', 'account_id, through', throughRows(firm, state))
  await owner.query('analyze client, client_staff, account, account_holder, posting, account_balance')
  progress(`seed ${firm.prefix}: lists`)
  await owner.query('select refresh_client_list()')
  await moveSequences(owner, firm, firm.first.cvl + staff.employees.length + clients.count - 1)
  return { clients: clients.count, accounts: accounts.count, movements, employees: staff.employees.length }
}
