import { Client } from 'pg'
import { type Prefix, prefixes } from '#contract/core/values.ts'
import type { ProgressReporter } from '#db/progress.ts'
import { addStatements } from './bank.ts'
import { addBankChanges } from './bank-changes.ts'
import { addBatches } from './batches.ts'
import { addCancellations } from './cancellations.ts'
import { addClientRelations } from './client-relations.ts'
import { addCompanyPeople } from './company-people.ts'
import { addConsents } from './consents.ts'
import { addContacts } from './contacts.ts'
import { addBeneficiaries, addErasures } from './erasures.ts'
import { addEstates } from './estates.ts'
import { addExternalNoters } from './external-products.ts'
import { buildFirm, type FirmSize, type FirmSizeName, type FirstIds, firmSizes, seededTables } from './firm.ts'
import { addFirmRules } from './firm-rules.ts'
import { addFollowUps } from './follow-ups.ts'
import { addGoals } from './goals.ts'
import { addImports } from './imports.ts'
import { dropSlowIndexes } from './indexes.ts'
import { addInfoForms } from './info-forms.ts'
import { loadFirm } from './load.ts'
import { addMeetings } from './meetings.ts'
import { addNotices } from './notices.ts'
import { addPayments } from './payments.ts'
import { addMarginSettings } from './profitability.ts'
import { addRecordPanels } from './records.ts'
import { addSignIns, type DemoSignIn } from './sign-ins.ts'
import { addTaxPayments } from './taxes.ts'

export type SeedReport = {
  prefix: Prefix
  clients: number
  accounts: number
  movements: number
  employees: number
  /** One user for each role; the password is the same for all. */
  signIns: DemoSignIn[]
}

/** The prefix isn't empty, or isn't there: nothing was written. The message says what to do. */
export class SeedRefusedError extends Error {
  override name = 'SeedRefused'
}

const seedSessionSettingsSql = `
  set jit = off; set synchronous_commit = off; set work_mem = '128MB'; set maintenance_work_mem = '512MB';
  set max_parallel_maintenance_workers = 2; set lock_timeout = '30s'; set client_min_messages = warning`

const assertEmptyTenant = async (owner: Client, prefix: Prefix): Promise<void> => {
  const { rows } = await owner.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    `${prefix}.client`,
  ])
  if (!rows[0]?.there) throw new SeedRefusedError(`The prefix ${prefix} has no tables yet: run "migrate" first.`)
  const clients = await owner.query<{ some: boolean }>(
    'select exists (select from client) or exists (select from account) as some',
  )
  if (clients.rows[0]?.some)
    throw new SeedRefusedError(
      `The prefix ${prefix} already holds clients: demo data goes into an empty prefix only. Use a new ATALAYA_HOME or another prefix.`,
    )
}

/** After what stands in each table; in an empty one, at the start of the prefix's own range. */
const readFirstIds = async (owner: Client, prefix: Prefix): Promise<FirstIds> => {
  const base = prefixes.indexOf(prefix) * 1e15
  const next = seededTables.map((table) => `(select coalesce(max(id), ${base}) + 1 from ${table}) as ${table}`)
  const { rows } = await owner.query<Record<keyof FirstIds, string>>(
    `select ${next.join(', ')}, (select last_value + is_called::int from cvl_number) as cvl`,
  )
  return Object.fromEntries(Object.entries(rows[0]!).map(([key, value]) => [key, Number(value)])) as FirstIds
}

/** One transaction: all of the firm or nothing, whatever ends the process. The report is kept as `seed:<prefix>` in registry.installation. */
const seedInTransaction = async (
  owner: Client,
  prefix: Prefix,
  size: FirmSize,
  today: string,
  progress: ProgressReporter,
): Promise<SeedReport> => {
  await owner.query('begin')
  await owner.query(`set local search_path = ${owner.escapeIdentifier(prefix)}, pg_temp`)
  await owner.query('select pg_advisory_xact_lock(hashtext($1))', [`seed:${prefix}`])
  await assertEmptyTenant(owner, prefix)
  const firm = buildFirm(prefix, size, today, await readFirstIds(owner, prefix))
  const counts = await loadFirm(owner, firm, progress, await dropSlowIndexes(owner, prefix))
  const signIns = await addSignIns(owner, firm)
  await addFirmRules(owner, firm, signIns)
  await addPayments(owner, firm, signIns)
  const ofBatches = await addBatches(owner, firm, signIns)
  const ofImports = await addImports(owner, firm, signIns)
  progress(`seed ${prefix}: taxes`)
  const ofTaxes = await addTaxPayments(owner, firm, signIns)
  const movements = counts.movements + ofBatches + ofTaxes + ofImports + (await addStatements(owner, firm))
  await addCancellations(owner, firm, signIns)
  await addNotices(owner, firm, signIns)
  await addConsents(owner, firm, signIns)
  await addInfoForms(owner, firm, signIns)
  await addBankChanges(owner, firm, signIns)
  await addRecordPanels(owner, firm, signIns)
  await addEstates(owner, firm, signIns)
  await addExternalNoters(owner)
  await addClientRelations(owner, firm, signIns)
  await addCompanyPeople(owner, firm)
  await addErasures(owner, firm, signIns)
  await addBeneficiaries(owner, firm, signIns)
  progress(`seed ${prefix}: contacts`)
  await addContacts(owner, firm)
  await addFollowUps(owner, firm)
  await addMeetings(owner, firm)
  await addGoals(owner, firm)
  await addMarginSettings(owner, firm)
  await owner.query('select keep_all_earnings()')
  // Its people have no second factors: whoever looks at the demo firm could approve nothing before the day after.
  await owner.query(
    `insert into setting (key, value) values ('approval.secondFactor', 'false') on conflict (key) do update set value = excluded.value`,
  )
  const report = { prefix, ...counts, movements, signIns }
  await owner.query(
    `insert into registry.installation (key, value) values ($1, $2)
     on conflict (key) do update set value = excluded.value, changed_at = now()`,
    [`seed:${prefix}`, JSON.stringify(report)],
  )
  await owner.query('commit')
  return report
}

/** The books' sums by day, which the worker would take minutes for on a large firm: the first round notes how far the journals go. */
const foldLedger = async (owner: Client, prefix: Prefix): Promise<void> => {
  const fold = `select ${owner.escapeIdentifier(prefix)}.fold_ledger(1000000) > 0 as more`
  await owner.query(fold)
  while ((await owner.query<{ more: boolean }>(fold)).rows[0]!.more);
}

/** The visibility map is what makes the list's index-only scans quick, and only vacuum writes it. */
const vacuumSeededTables = async (owner: Client, prefix: Prefix): Promise<void> => {
  for (const table of [
    'client',
    'client_list',
    'client_list_sum',
    'client_search',
    'client_staff',
    'contact',
    'call',
    'account',
    'account_balance',
    'account_holder',
    'journal',
    'posting',
  ])
    await owner.query(`vacuum (analyze) ${owner.escapeIdentifier(prefix)}.${table}`)
  await foldLedger(owner, prefix)
  await owner.query(`vacuum (analyze) ${owner.escapeIdentifier(prefix)}.client_contribution`)
}

/** As `seed`, of any size: what tests use. */
export const seedFirmOfSize = async (o: {
  ownerUrl: string
  prefix: Prefix
  size: FirmSize
  /** The business date that the firm's eight years end on. */
  today: string
  progress: ProgressReporter
}): Promise<SeedReport> => {
  const owner = new Client({ connectionString: o.ownerUrl, application_name: 'atalaya seed' })
  await owner.connect()
  try {
    await owner.query(seedSessionSettingsSql)
    const report = await seedInTransaction(owner, o.prefix, o.size, o.today, o.progress)
    o.progress(`seed ${o.prefix}: settling`)
    await vacuumSeededTables(owner, o.prefix)
    return report
  } finally {
    await owner.end()
  }
}

/**
 * Fills an empty prefix with a believable firm: staff, clients, accounts, eight years of money, one sign-in for each role. The same prefix,
 * size and business date give the same rows. All or nothing; throws SeedRefused where there are clients already.
 */
export const seedFirm = (o: {
  ownerUrl: string
  prefix: Prefix
  size: FirmSizeName
  today: string
  progress: ProgressReporter
}): Promise<SeedReport> => seedFirmOfSize({ ...o, size: firmSizes[o.size] })
