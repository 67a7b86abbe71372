import { openTenants } from '#server/core/tenancy.ts'
import { postInterest } from '#server/features/interest/post-interest.ts'
import { prefix } from './home.ts'

/** A process of its own, so that its memory is that of the run alone: posts up to a day, then says what it took. */
const [ownerUrl = '', secret = '', day = ''] = process.argv.slice(2)
const tenants = openTenants({ ownerUrl, secret, poolSize: 2 })
const begin = performance.now()
const faults: unknown[] = []
await postInterest({ db: tenants.of(prefix).db, prefix, day, now: Date.now, onError: (error) => faults.push(error) })
const seconds = (performance.now() - begin) / 1000
await tenants.close()
if (faults.length > 0) throw faults[0]
process.stdout.write(JSON.stringify({ seconds, megabytes: process.resourceUsage().maxRSS / 1024 }))
