import { openTenants } from '#server/core/tenancy.ts'
import { postDueInterest } from '#server/features/interest/post-interest.ts'
import { runMaturities } from '#server/features/maturities/run-maturities.ts'
import { benchPrefix } from './home.ts'

/** A process of its own, so that its memory is that of the runs alone: posts up to a day, ends what matures by then, and says what each took. */
const [ownerUrl = '', secret = '', day = ''] = process.argv.slice(2)
const tenants = openTenants({ ownerUrl, secret, poolSize: 2 })
const faults: unknown[] = []
const nightRun = {
  db: tenants.of(benchPrefix).db,
  prefix: benchPrefix,
  day,
  now: Date.now,
  onError: (error: unknown) => void faults.push(error),
}
const measureTime = async (work: (one: typeof nightRun) => Promise<unknown>) => {
  const begin = performance.now()
  await work(nightRun)
  return { seconds: (performance.now() - begin) / 1000, megabytes: process.resourceUsage().maxRSS / 1024 }
}
const interestTime = await measureTime(postDueInterest)
const maturityTime = await measureTime(runMaturities)
await tenants.close()
if (faults.length > 0) throw faults[0]
process.stdout.write(JSON.stringify({ interest: interestTime, maturity: maturityTime }))
