import { prefixes } from '#contract/core/values.ts'
import type { MetricSample } from '#server/core/metrics.ts'
import type { DatabaseAccess, TenantDatabases } from '#server/core/tenancy.ts'

/** Rows of the audit are counted up to here: far beyond what ever waits while the sealer works. */
const maxCountedUnsealed = 10_000
/** A database that doesn't answer by then gives no figures this time. */
const metricsTimeoutMs = 1_500

const unsealedCountSql = `
  (select count(*)::int from (
     select from audit_event e
      where (e.tx, e.id) > (coalesce((select s.tx from audit_seal s order by s.position desc limit 1), '0'::xid8),
                            coalesce((select s.event_id from audit_seal s order by s.position desc limit 1), 0))
      limit ${maxCountedUnsealed}) waiting)`

const registryMetricsSql = `
  select ${unsealedCountSql} as unsealed,
         (select count(*)::int from mail where sent_at is null and failed_at is null) as mails`

/** Of a run that isn't over its beginning counts: one that hangs grows old. */
const ageSecondsSql = (table: string, moment: string, where: string): string =>
  `(select extract(epoch from clock_timestamp() - ${moment})::float8 from ${table} where ${where} order by id desc limit 1)`

const prefixMetricsSql = `
  select ${unsealedCountSql} as unsealed,
         ${ageSecondsSql('posting_run', 'coalesce(finished_at, started_at)', `kind = 'interest'`)} as interest_age,
         ${ageSecondsSql('posting_run', 'coalesce(finished_at, started_at)', `kind = 'maturity'`)} as maturity_age,
         ${ageSecondsSql('ledger_verification', 'finished_at', 'finished_at is not null')} as verification_age,
         (select failures from posting_run where kind = 'interest' order by business_date desc, id desc limit 1) as interest_failures,
         (select failures from posting_run where kind = 'maturity' order by business_date desc, id desc limit 1) as maturity_failures,
         (select differences from ledger_verification where finished_at is not null order by id desc limit 1) as differences,
         (select count(*)::int from registry.own_dead_jobs()) as dead_jobs`

type RegistryMetricsRow = { unsealed: number; mails: number }
type PrefixMetricsRow = { unsealed: number; differences: number | null; dead_jobs: number } & Record<
  'interest_age' | 'maturity_age' | 'verification_age' | 'interest_failures' | 'maturity_failures',
  number | null
>

const metricHelp = {
  atalaya_database_up: 'Whether the figures of the work could be read: 1 or 0',
  atalaya_pool_connections: 'Connections to the database, by login role and state',
  atalaya_mails_waiting: 'E-mails that wait to be sent',
  atalaya_audit_unsealed: `Rows of the audit that aren't sealed yet, up to ${maxCountedUnsealed}`,
  atalaya_run_age_seconds: 'Since the newest run of the night ended, by its kind',
  atalaya_run_failures: 'Accounts that the newest run could not settle, by its kind',
  atalaya_ledger_differences: 'Differences that the newest look at the books found',
  atalaya_jobs_dead: 'Jobs that have used up their attempts',
} as const

const toMetricSamples = (
  name: keyof typeof metricHelp,
  labels: Record<string, string>,
  value: number | null,
): MetricSample[] => (value === null ? [] : [{ name, help: metricHelp[name], labels, value }])

const toPoolMetrics = (role: string, { pool }: DatabaseAccess): MetricSample[] => [
  ...toMetricSamples('atalaya_pool_connections', { role, state: 'used' }, pool.totalCount - pool.idleCount),
  ...toMetricSamples('atalaya_pool_connections', { role, state: 'idle' }, pool.idleCount),
  ...toMetricSamples('atalaya_pool_connections', { role, state: 'waited_for' }, pool.waitingCount),
]

const readWorkMetrics = async (tenants: TenantDatabases): Promise<MetricSample[]> => {
  const [registry] = await tenants
    .signIn()
    .queryPrepared<RegistryMetricsRow>('figures of the registry', registryMetricsSql, [])
  const found = [
    ...toMetricSamples('atalaya_mails_waiting', {}, registry!.mails),
    ...toMetricSamples('atalaya_audit_unsealed', { chain: 'registry' }, registry!.unsealed),
  ]
  for (const prefix of prefixes) {
    const [row] = await tenants
      .of(prefix)
      .queryPrepared<PrefixMetricsRow>('figures of the prefix', prefixMetricsSql, [])
    const { unsealed: rows, differences, dead_jobs: dead, ...of } = row!
    found.push(
      ...toMetricSamples('atalaya_audit_unsealed', { chain: prefix }, rows),
      ...toMetricSamples('atalaya_run_age_seconds', { prefix, kind: 'interest' }, of.interest_age),
      ...toMetricSamples('atalaya_run_age_seconds', { prefix, kind: 'maturity' }, of.maturity_age),
      ...toMetricSamples('atalaya_run_age_seconds', { prefix, kind: 'verification' }, of.verification_age),
      ...toMetricSamples('atalaya_run_failures', { prefix, kind: 'interest' }, of.interest_failures),
      ...toMetricSamples('atalaya_run_failures', { prefix, kind: 'maturity' }, of.maturity_failures),
      ...toMetricSamples('atalaya_ledger_differences', { prefix }, differences),
      ...toMetricSamples('atalaya_jobs_dead', { prefix }, dead),
    )
  }
  return found
}

/** The figures that an alarm is raised on. Without the database those of the process alone. */
export const readBackgroundMetrics = async (tenants: TenantDatabases): Promise<MetricSample[]> => {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), metricsTimeoutMs).unref())
  const work = await Promise.race([readWorkMetrics(tenants).catch(() => undefined), late])
  const pools = [
    ...toPoolMetrics('signin', tenants.signIn()),
    ...prefixes.flatMap((prefix) => toPoolMetrics(prefix, tenants.of(prefix))),
  ]
  const ordered = [...pools, ...(work ?? [])]
  const names = Object.keys(metricHelp)
  return [
    ...toMetricSamples('atalaya_database_up', {}, work ? 1 : 0),
    // Prometheus wants the lines of a name together.
    ...ordered.sort((one, other) => names.indexOf(one.name) - names.indexOf(other.name)),
  ]
}
