import { describe, test } from 'vitest'

/** What `npm run test:full` runs besides: more of what is run already, or what few people meet. `npm test` counts it as skipped. */
const isWhole = Boolean(process.env.ATALAYA_FULL)

export const describeInFull = describe.skipIf(!isWhole)
export const testInFull = test.skipIf(!isWhole)
