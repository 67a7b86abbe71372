import { openTenants } from '#server/core/tenancy.ts'
import { matureDue } from '#server/features/interest/mature-due.ts'
import { postInterest } from '#server/features/interest/post-interest.ts'
import { prefix } from './home.ts'

/** A process of its own, so that its memory is that of the runs alone: posts up to a day, ends what matures by then, and says what each took. */
const [ownerUrl = '', secret = '', day = ''] = process.argv.slice(2)
const tenants = openTenants({ ownerUrl, secret, poolSize: 2 })
const faults: unknown[] = []
const run = {
  db: tenants.of(prefix).db,
  prefix,
  day,
  now: Date.now,
  onError: (error: unknown) => void faults.push(error),
}
const timed = async (work: (one: typeof run) => Promise<unknown>) => {
  const begin = performance.now()
  await work(run)
  return { seconds: (performance.now() - begin) / 1000, megabytes: process.resourceUsage().maxRSS / 1024 }
}
const interest = await timed(postInterest)
const maturity = await timed(matureDue)
await tenants.close()
if (faults.length > 0) throw faults[0]
process.stdout.write(JSON.stringify({ interest, maturity }))
