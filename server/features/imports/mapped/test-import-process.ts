import { once } from 'node:events'
import { secretBox } from '#server/core/secret-box.ts'
import { openTenants } from '#server/core/tenancy.ts'
import { clientAuditPurpose } from '#server/domain/client-audit-values.ts'
import { readTestVariable } from '#test/harness/test-process.ts'
import { runImports } from './run-imports.ts'

/** A process that runs the imports of the day TODAY once its input says so. */
const tenants = openTenants({
  ownerUrl: readTestVariable('OWNER_URL'),
  secret: readTestVariable('SECRET'),
  poolSize: 2,
})
await once(process.stdin, 'data')
await runImports({
  db: tenants.of('dino').db,
  prefix: 'dino',
  box: secretBox(readTestVariable('SECRET'), clientAuditPurpose),
  day: readTestVariable('TODAY'),
  now: Date.now,
  onError: console.error,
})
await tenants.close()
process.stdin.destroy()
