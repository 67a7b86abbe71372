// Written by `npm run check -- --write`: every feature.ts beside it.
import type { Feature } from '#server/core/feature.ts'
import { feature as access } from './access/feature.ts'
import { feature as accountBeneficiaries } from './account-beneficiaries/feature.ts'
import { feature as accountSignature } from './account-signature/feature.ts'
import { feature as accounting } from './accounting/feature.ts'
import { feature as activityModels } from './activity-models/feature.ts'
import { feature as agendaSearch } from './agenda-search/feature.ts'
import { feature as approvals } from './approvals/feature.ts'
import { feature as attribution } from './attribution/feature.ts'
import { feature as audit } from './audit/feature.ts'
import { feature as auth } from './auth/feature.ts'
import { feature as bank } from './bank/feature.ts'
import { feature as calls } from './calls/feature.ts'
import { feature as cancellations } from './cancellations/feature.ts'
import { feature as clientBankAccounts } from './client-bank-accounts/feature.ts'
import { feature as clientBlocks } from './client-blocks/feature.ts'
import { feature as clientData } from './client-data/feature.ts'
import { feature as clientDocuments } from './client-documents/feature.ts'
import { feature as clientErasures } from './client-erasures/feature.ts'
import { feature as clientKyc } from './client-kyc/feature.ts'
import { feature as clientMerge } from './client-merge/feature.ts'
import { feature as clientRelations } from './client-relations/feature.ts'
import { feature as clientReports } from './client-reports/feature.ts'
import { feature as clients } from './clients/feature.ts'
import { feature as combinedReads } from './combined-reads/feature.ts'
import { feature as consents } from './consents/feature.ts'
import { feature as contacts } from './contacts/feature.ts'
import { feature as contributions } from './contributions/feature.ts'
import { feature as estates } from './estates/feature.ts'
import { feature as externalPositions } from './external-positions/feature.ts'
import { feature as figures } from './figures/feature.ts'
import { feature as firmPanel } from './firm-panel/feature.ts'
import { feature as followUps } from './follow-ups/feature.ts'
import { feature as goals } from './goals/feature.ts'
import { feature as googleCalendar } from './google-calendar/feature.ts'
import { feature as handovers } from './handovers/feature.ts'
import { feature as imports } from './imports/feature.ts'
import { feature as incomeDashboard } from './income-dashboard/feature.ts'
import { feature as infoForms } from './info-forms/feature.ts'
import { feature as interest } from './interest/feature.ts'
import { feature as journals } from './journals/feature.ts'
import { feature as ledger } from './ledger/feature.ts'
import { feature as listViews } from './list-views/feature.ts'
import { feature as maturities } from './maturities/feature.ts'
import { feature as meetings } from './meetings/feature.ts'
import { feature as myDay } from './my-day/feature.ts'
import { feature as notices } from './notices/feature.ts'
import { feature as notifications } from './notifications/feature.ts'
import { feature as openings } from './openings/feature.ts'
import { feature as paymentBatches } from './payment-batches/feature.ts'
import { feature as payments } from './payments/feature.ts'
import { feature as peopleDashboard } from './people-dashboard/feature.ts'
import { feature as personalArea } from './personal-area/feature.ts'
import { feature as personalData } from './personal-data/feature.ts'
import { feature as pictures } from './pictures/feature.ts'
import { feature as placeFigures } from './place-figures/feature.ts'
import { feature as presentations } from './presentations/feature.ts'
import { feature as productStudies } from './product-studies/feature.ts'
import { feature as products } from './products/feature.ts'
import { feature as profitability } from './profitability/feature.ts'
import { feature as publicLinks } from './public-links/feature.ts'
import { feature as records } from './records/feature.ts'
import { feature as reference } from './reference/feature.ts'
import { feature as reviews } from './reviews/feature.ts'
import { feature as search } from './search/feature.ts'
import { feature as secondFactor } from './second-factor/feature.ts'
import { feature as settings } from './settings/feature.ts'
import { feature as staff } from './staff/feature.ts'
import { feature as team } from './team/feature.ts'
import { feature as timeline } from './timeline/feature.ts'
import { feature as withholding } from './withholding/feature.ts'

/** What each feature brings. */
export const features: readonly Feature[] = [
  access,
  accountBeneficiaries,
  accountSignature,
  accounting,
  activityModels,
  agendaSearch,
  approvals,
  attribution,
  audit,
  auth,
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
  clientReports,
  clients,
  combinedReads,
  consents,
  contacts,
  contributions,
  estates,
  externalPositions,
  figures,
  firmPanel,
  followUps,
  goals,
  googleCalendar,
  handovers,
  imports,
  incomeDashboard,
  infoForms,
  interest,
  journals,
  ledger,
  listViews,
  maturities,
  meetings,
  myDay,
  notices,
  notifications,
  openings,
  paymentBatches,
  payments,
  peopleDashboard,
  personalArea,
  personalData,
  pictures,
  placeFigures,
  presentations,
  productStudies,
  products,
  profitability,
  publicLinks,
  records,
  reference,
  reviews,
  search,
  secondFactor,
  settings,
  staff,
  team,
  timeline,
  withholding,
]
