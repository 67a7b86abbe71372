// Written by `npm run check -- --write`: every feature.ts beside it.
import type { Feature } from '#server/core/feature.ts'
import { feature as access } from './access/feature.ts'
import { feature as accountSignature } from './account-signature/feature.ts'
import { feature as accounting } from './accounting/feature.ts'
import { feature as approvals } from './approvals/feature.ts'
import { feature as audit } from './audit/feature.ts'
import { feature as auth } from './auth/feature.ts'
import { feature as bank } from './bank/feature.ts'
import { feature as cancellations } from './cancellations/feature.ts'
import { feature as clientBankAccounts } from './client-bank-accounts/feature.ts'
import { feature as clients } from './clients/feature.ts'
import { feature as combinedReads } from './combined-reads/feature.ts'
import { feature as contributions } from './contributions/feature.ts'
import { feature as handovers } from './handovers/feature.ts'
import { feature as imports } from './imports/feature.ts'
import { feature as interest } from './interest/feature.ts'
import { feature as journals } from './journals/feature.ts'
import { feature as ledger } from './ledger/feature.ts'
import { feature as listViews } from './list-views/feature.ts'
import { feature as maturities } from './maturities/feature.ts'
import { feature as myDay } from './my-day/feature.ts'
import { feature as notices } from './notices/feature.ts'
import { feature as notifications } from './notifications/feature.ts'
import { feature as openings } from './openings/feature.ts'
import { feature as paymentBatches } from './payment-batches/feature.ts'
import { feature as payments } from './payments/feature.ts'
import { feature as personalArea } from './personal-area/feature.ts'
import { feature as pictures } from './pictures/feature.ts'
import { feature as productStudies } from './product-studies/feature.ts'
import { feature as products } from './products/feature.ts'
import { feature as records } from './records/feature.ts'
import { feature as reference } from './reference/feature.ts'
import { feature as search } from './search/feature.ts'
import { feature as secondFactor } from './second-factor/feature.ts'
import { feature as settings } from './settings/feature.ts'
import { feature as staff } from './staff/feature.ts'
import { feature as team } from './team/feature.ts'
import { feature as withholding } from './withholding/feature.ts'

/** What each feature brings. */
export const features: readonly Feature[] = [
  access,
  accountSignature,
  accounting,
  approvals,
  audit,
  auth,
  bank,
  cancellations,
  clientBankAccounts,
  clients,
  combinedReads,
  contributions,
  handovers,
  imports,
  interest,
  journals,
  ledger,
  listViews,
  maturities,
  myDay,
  notices,
  notifications,
  openings,
  paymentBatches,
  payments,
  personalArea,
  pictures,
  productStudies,
  products,
  records,
  reference,
  search,
  secondFactor,
  settings,
  staff,
  team,
  withholding,
]
