// Written by `npm run check -- --write`: every file of rights beside it.
import { rights as access } from './access.ts'
import { rights as accountBeneficiaries } from './account-beneficiaries.ts'
import { rights as accounting } from './accounting.ts'
import { rights as activityModels } from './activity-models.ts'
import { rights as approvals } from './approvals.ts'
import { rights as attribution } from './attribution.ts'
import { rights as audit } from './audit.ts'
import { rights as bank } from './bank.ts'
import { rights as calls } from './calls.ts'
import { rights as cancellations } from './cancellations.ts'
import { rights as clientBankAccounts } from './client-bank-accounts.ts'
import { rights as clientBlocks } from './client-blocks.ts'
import { rights as clientData } from './client-data.ts'
import { rights as clientDocuments } from './client-documents.ts'
import { rights as clientErasures } from './client-erasures.ts'
import { rights as clientKyc } from './client-kyc.ts'
import { rights as clientMerge } from './client-merge.ts'
import { rights as clientRelations } from './client-relations.ts'
import { rights as clients } from './clients.ts'
import { rights as consents } from './consents.ts'
import { rights as contacts } from './contacts.ts'
import { rights as contributions } from './contributions.ts'
import { rights as estates } from './estates.ts'
import { rights as externalPositions } from './external-positions.ts'
import { rights as figures } from './figures.ts'
import { rights as followUps } from './follow-ups.ts'
import { rights as goals } from './goals.ts'
import { rights as googleCalendar } from './google-calendar.ts'
import { rights as handovers } from './handovers.ts'
import { rights as imports } from './imports.ts'
import { rights as infoForms } from './info-forms.ts'
import { rights as interest } from './interest.ts'
import { rights as ledger } from './ledger.ts'
import { rights as listViews } from './list-views.ts'
import { rights as maturities } from './maturities.ts'
import { rights as meetings } from './meetings.ts'
import { rights as myDay } from './my-day.ts'
import { rights as notices } from './notices.ts'
import { rights as paymentBatches } from './payment-batches.ts'
import { rights as payments } from './payments.ts'
import { rights as presentations } from './presentations.ts'
import type { TenantRights } from './privileges.ts'
import { rights as products } from './products.ts'
import { rights as profitability } from './profitability.ts'
import { rights as publicLinks } from './public-links.ts'
import { rights as records } from './records.ts'
import { rights as reviews } from './reviews.ts'
import { rights as settings } from './settings.ts'
import { rights as staff } from './staff.ts'
import { rights as withholding } from './withholding.ts'

/** What the role of a prefix may do, feature by feature. */
export const tenantRights: readonly TenantRights[] = [
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
