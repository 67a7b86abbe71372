import { openTenants } from '#server/core/tenancy.ts'
import { readTestVariable } from '#test/harness/test-process.ts'
import { sendDueBatches } from './send-due-batches.ts'

/** A process that sends the payment batches due on the day TODAY. */
const tenants = openTenants({
  ownerUrl: readTestVariable('OWNER_URL'),
  secret: readTestVariable('SECRET'),
  poolSize: 2,
})
await sendDueBatches({
  db: tenants.of('dino').db,
  prefix: 'dino',
  day: readTestVariable('TODAY'),
  now: Date.now,
  onError: console.error,
})
await tenants.close()
