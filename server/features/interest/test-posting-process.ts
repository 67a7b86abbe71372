import { openTenants } from '#server/core/tenancy.ts'
import { readTestVariable } from '#test/harness/test-process.ts'
import { postDueInterest } from './post-interest.ts'

/** A process that posts the interest of the day TODAY. */
const tenants = openTenants({
  ownerUrl: readTestVariable('OWNER_URL'),
  secret: readTestVariable('SECRET'),
  poolSize: 2,
})
await postDueInterest({
  db: tenants.of('dino').db,
  prefix: 'dino',
  day: readTestVariable('TODAY'),
  now: Date.now,
  onError: console.error,
})
await tenants.close()
