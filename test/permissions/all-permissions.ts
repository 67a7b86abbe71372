// Written by `npm run check -- --write`: the test-permissions.ts of every feature.
import { permissions as access } from '#server/features/access/test-permissions.ts'
import { permissions as accountBeneficiaries } from '#server/features/account-beneficiaries/test-permissions.ts'
import { permissions as accountSignature } from '#server/features/account-signature/test-permissions.ts'
import { permissions as accounting } from '#server/features/accounting/test-permissions.ts'
import { permissions as activityModels } from '#server/features/activity-models/test-permissions.ts'
import { permissions as agendaSearch } from '#server/features/agenda-search/test-permissions.ts'
import { permissions as approvals } from '#server/features/approvals/test-permissions.ts'
import { permissions as attribution } from '#server/features/attribution/test-permissions.ts'
import { permissions as audit } from '#server/features/audit/test-permissions.ts'
import { permissions as auth } from '#server/features/auth/test-permissions.ts'
import { permissions as bank } from '#server/features/bank/test-permissions.ts'
import { permissions as calls } from '#server/features/calls/test-permissions.ts'
import { permissions as cancellations } from '#server/features/cancellations/test-permissions.ts'
import { permissions as clientBankAccounts } from '#server/features/client-bank-accounts/test-permissions.ts'
import { permissions as clientBlocks } from '#server/features/client-blocks/test-permissions.ts'
import { permissions as clientData } from '#server/features/client-data/test-permissions.ts'
import { permissions as clientDocuments } from '#server/features/client-documents/test-permissions.ts'
import { permissions as clientErasures } from '#server/features/client-erasures/test-permissions.ts'
import { permissions as clientKyc } from '#server/features/client-kyc/test-permissions.ts'
import { permissions as clientMerge } from '#server/features/client-merge/test-permissions.ts'
import { permissions as clientRelations } from '#server/features/client-relations/test-permissions.ts'
import { permissions as clientReports } from '#server/features/client-reports/test-permissions.ts'
import { permissions as clients } from '#server/features/clients/test-permissions.ts'
import { permissions as combinedReads } from '#server/features/combined-reads/test-permissions.ts'
import { permissions as consents } from '#server/features/consents/test-permissions.ts'
import { permissions as contacts } from '#server/features/contacts/test-permissions.ts'
import { permissions as contributions } from '#server/features/contributions/test-permissions.ts'
import { permissions as estates } from '#server/features/estates/test-permissions.ts'
import { permissions as externalPositions } from '#server/features/external-positions/test-permissions.ts'
import { permissions as figures } from '#server/features/figures/test-permissions.ts'
import { permissions as firmPanel } from '#server/features/firm-panel/test-permissions.ts'
import { permissions as followUps } from '#server/features/follow-ups/test-permissions.ts'
import { permissions as goals } from '#server/features/goals/test-permissions.ts'
import { permissions as googleCalendar } from '#server/features/google-calendar/test-permissions.ts'
import { permissions as handovers } from '#server/features/handovers/test-permissions.ts'
import { permissions as imports } from '#server/features/imports/test-permissions.ts'
import { permissions as incomeDashboard } from '#server/features/income-dashboard/test-permissions.ts'
import { permissions as infoForms } from '#server/features/info-forms/test-permissions.ts'
import { permissions as interest } from '#server/features/interest/test-permissions.ts'
import { permissions as journals } from '#server/features/journals/test-permissions.ts'
import { permissions as listViews } from '#server/features/list-views/test-permissions.ts'
import { permissions as maturities } from '#server/features/maturities/test-permissions.ts'
import { permissions as meetings } from '#server/features/meetings/test-permissions.ts'
import { permissions as myDay } from '#server/features/my-day/test-permissions.ts'
import { permissions as notices } from '#server/features/notices/test-permissions.ts'
import { permissions as notifications } from '#server/features/notifications/test-permissions.ts'
import { permissions as openings } from '#server/features/openings/test-permissions.ts'
import { permissions as paymentBatches } from '#server/features/payment-batches/test-permissions.ts'
import { permissions as payments } from '#server/features/payments/test-permissions.ts'
import { permissions as peopleDashboard } from '#server/features/people-dashboard/test-permissions.ts'
import { permissions as personalArea } from '#server/features/personal-area/test-permissions.ts'
import { permissions as personalData } from '#server/features/personal-data/test-permissions.ts'
import { permissions as pictures } from '#server/features/pictures/test-permissions.ts'
import { permissions as placeFigures } from '#server/features/place-figures/test-permissions.ts'
import { permissions as presentations } from '#server/features/presentations/test-permissions.ts'
import { permissions as productStudies } from '#server/features/product-studies/test-permissions.ts'
import { permissions as products } from '#server/features/products/test-permissions.ts'
import { permissions as profitability } from '#server/features/profitability/test-permissions.ts'
import { permissions as publicLinks } from '#server/features/public-links/test-permissions.ts'
import { permissions as records } from '#server/features/records/test-permissions.ts'
import { permissions as reference } from '#server/features/reference/test-permissions.ts'
import { permissions as reviews } from '#server/features/reviews/test-permissions.ts'
import { permissions as search } from '#server/features/search/test-permissions.ts'
import { permissions as secondFactor } from '#server/features/second-factor/test-permissions.ts'
import { permissions as settings } from '#server/features/settings/test-permissions.ts'
import { permissions as staff } from '#server/features/staff/test-permissions.ts'
import { permissions as team } from '#server/features/team/test-permissions.ts'
import { permissions as timeline } from '#server/features/timeline/test-permissions.ts'
import { permissions as withholding } from '#server/features/withholding/test-permissions.ts'
import type { FeaturePermissions } from './feature-permissions.ts'

export const permissions: readonly FeaturePermissions[] = [
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
