// Written by `npm run check -- --write`: the jobs.ts of every feature.
import { jobs as accounting } from './accounting/jobs.ts'
import { jobs as approvals } from './approvals/jobs.ts'
import { jobs as contributions } from './contributions/jobs.ts'
import { jobs as handovers } from './handovers/jobs.ts'
import { jobs as imports } from './imports/jobs.ts'
import { jobs as interest } from './interest/jobs.ts'
import { jobs as notices } from './notices/jobs.ts'
import { jobs as paymentBatches } from './payment-batches/jobs.ts'
import { jobs as records } from './records/jobs.ts'
import { jobs as staff } from './staff/jobs.ts'

/** Every job of the features. */
export const featureJobNames = [
  ...accounting,
  ...approvals,
  ...contributions,
  ...handovers,
  ...imports,
  ...interest,
  ...notices,
  ...paymentBatches,
  ...records,
  ...staff,
] as const
