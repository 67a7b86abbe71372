// Written by `npm run check -- --write`: every file of tables beside it.
import { manifest as access } from './access.ts'
import { manifest as accountBeneficiaries } from './account-beneficiaries.ts'
import { manifest as accounting } from './accounting.ts'
import { manifest as activityModels } from './activity-models.ts'
import { manifest as approvals } from './approvals.ts'
import { manifest as attribution } from './attribution.ts'
import { manifest as audit } from './audit.ts'
import { manifest as bank } from './bank.ts'
import { manifest as calls } from './calls.ts'
import { manifest as cancellations } from './cancellations.ts'
import { manifest as clientBankAccounts } from './client-bank-accounts.ts'
import { manifest as clientBlocks } from './client-blocks.ts'
import { manifest as clientData } from './client-data.ts'
import { manifest as clientDocuments } from './client-documents.ts'
import { manifest as clientErasures } from './client-erasures.ts'
import { manifest as clientKyc } from './client-kyc.ts'
import { manifest as clientMerge } from './client-merge.ts'
import { manifest as clientRelations } from './client-relations.ts'
import { manifest as clients } from './clients.ts'
import { manifest as consents } from './consents.ts'
import { manifest as contacts } from './contacts.ts'
import { manifest as contributions } from './contributions.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { manifest as estates } from './estates.ts'
import { manifest as externalPositions } from './external-positions.ts'
import { manifest as figures } from './figures.ts'
import { manifest as followUps } from './follow-ups.ts'
import { manifest as goals } from './goals.ts'
import { manifest as googleCalendar } from './google-calendar.ts'
import { manifest as handovers } from './handovers.ts'
import { manifest as imports } from './imports.ts'
import { manifest as infoForms } from './info-forms.ts'
import { manifest as interest } from './interest.ts'
import { manifest as ledger } from './ledger.ts'
import { manifest as listViews } from './list-views.ts'
import { manifest as maturities } from './maturities.ts'
import { manifest as meetings } from './meetings.ts'
import { manifest as myDay } from './my-day.ts'
import { manifest as notices } from './notices.ts'
import { manifest as paymentBatches } from './payment-batches.ts'
import { manifest as payments } from './payments.ts'
import { manifest as presentations } from './presentations.ts'
import { manifest as products } from './products.ts'
import { manifest as profitability } from './profitability.ts'
import { manifest as publicLinks } from './public-links.ts'
import { manifest as records } from './records.ts'
import { manifest as reviews } from './reviews.ts'
import { manifest as settings } from './settings.ts'
import { manifest as staff } from './staff.ts'
import { manifest as withholding } from './withholding.ts'

/** What each feature says of its tables. */
export const featureTables: readonly FeatureTables[] = [
  access,
  accountBeneficiaries,
  accounting,
  activityModels,
  approvals,
  attribution,
  audit,
  bank,
  calls,
  cancellations,
  clientBankAccounts,
  clientBlocks,
  clientData,
  clientDocuments,
  clientErasures,
  clientKyc,
  clientMerge,
  clientRelations,
  clients,
  consents,
  contacts,
  contributions,
  estates,
  externalPositions,
  figures,
  followUps,
  goals,
  googleCalendar,
  handovers,
  imports,
  infoForms,
  interest,
  ledger,
  listViews,
  maturities,
  meetings,
  myDay,
  notices,
  paymentBatches,
  payments,
  presentations,
  products,
  profitability,
  publicLinks,
  records,
  reviews,
  settings,
  staff,
  withholding,
]
