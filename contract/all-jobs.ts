// Written by `npm run check -- --write`: the jobs.ts of every feature.
import { jobs as accounting } from './accounting/jobs.ts'
import { jobs as approvals } from './approvals/jobs.ts'
import { jobs as clientDocuments } from './client-documents/jobs.ts'
import { jobs as clientErasures } from './client-erasures/jobs.ts'
import { jobs as clientKyc } from './client-kyc/jobs.ts'
import { jobs as consents } from './consents/jobs.ts'
import { jobs as contributions } from './contributions/jobs.ts'
import { jobs as figures } from './figures/jobs.ts'
import { jobs as googleCalendar } from './google-calendar/jobs.ts'
import { jobs as handovers } from './handovers/jobs.ts'
import { jobs as imports } from './imports/jobs.ts'
import { jobs as interest } from './interest/jobs.ts'
import { jobs as meetings } from './meetings/jobs.ts'
import { jobs as myDay } from './my-day/jobs.ts'
import { jobs as notices } from './notices/jobs.ts'
import { jobs as paymentBatches } from './payment-batches/jobs.ts'
import { jobs as publicLinks } from './public-links/jobs.ts'
import { jobs as records } from './records/jobs.ts'
import { jobs as staff } from './staff/jobs.ts'

/** Every job of the features. */
export const featureJobNames = [
  ...accounting,
  ...approvals,
  ...clientDocuments,
  ...clientErasures,
  ...clientKyc,
  ...consents,
  ...contributions,
  ...figures,
  ...googleCalendar,
  ...handovers,
  ...imports,
  ...interest,
  ...meetings,
  ...myDay,
  ...notices,
  ...paymentBatches,
  ...publicLinks,
  ...records,
  ...staff,
] as const
