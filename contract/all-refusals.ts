// Written by `npm run check -- --write`: the refusals.ts of every feature.
import { refusals as accountSignature } from './account-signature/refusals.ts'
import { refusals as accounting } from './accounting/refusals.ts'
import { refusals as approvals } from './approvals/refusals.ts'
import { refusals as bank } from './bank/refusals.ts'
import { refusals as calls } from './calls/refusals.ts'
import { refusals as cancellations } from './cancellations/refusals.ts'
import { refusals as clientBankAccounts } from './client-bank-accounts/refusals.ts'
import { refusals as clientBlocks } from './client-blocks/refusals.ts'
import { refusals as clientData } from './client-data/refusals.ts'
import { refusals as clientDocuments } from './client-documents/refusals.ts'
import { refusals as clientErasures } from './client-erasures/refusals.ts'
import { refusals as clientKyc } from './client-kyc/refusals.ts'
import { refusals as clientMerge } from './client-merge/refusals.ts'
import { refusals as clientRelations } from './client-relations/refusals.ts'
import { refusals as clientReports } from './client-reports/refusals.ts'
import { refusals as consents } from './consents/refusals.ts'
import { refusals as contacts } from './contacts/refusals.ts'
import { refusals as contributions } from './contributions/refusals.ts'
import { refusals as estates } from './estates/refusals.ts'
import { refusals as externalPositions } from './external-positions/refusals.ts'
import { refusals as followUps } from './follow-ups/refusals.ts'
import { refusals as goals } from './goals/refusals.ts'
import { refusals as googleCalendar } from './google-calendar/refusals.ts'
import { refusals as handovers } from './handovers/refusals.ts'
import { refusals as imports } from './imports/refusals.ts'
import { refusals as infoForms } from './info-forms/refusals.ts'
import { refusals as journals } from './journals/refusals.ts'
import { refusals as listViews } from './list-views/refusals.ts'
import { refusals as maturities } from './maturities/refusals.ts'
import { refusals as meetings } from './meetings/refusals.ts'
import { refusals as notices } from './notices/refusals.ts'
import { refusals as openings } from './openings/refusals.ts'
import { refusals as paymentBatches } from './payment-batches/refusals.ts'
import { refusals as payments } from './payments/refusals.ts'
import { refusals as presentations } from './presentations/refusals.ts'
import { refusals as publicLinks } from './public-links/refusals.ts'
import { refusals as records } from './records/refusals.ts'
import { refusals as reference } from './reference/refusals.ts'
import { refusals as secondFactor } from './second-factor/refusals.ts'
import { refusals as settings } from './settings/refusals.ts'
import { refusals as staff } from './staff/refusals.ts'
import { refusals as withholding } from './withholding/refusals.ts'

/** The codes of refusals of the features, each with its HTTP status. */
export const featureRefusals = {
  ...accountSignature,
  ...accounting,
  ...approvals,
  ...bank,
  ...calls,
  ...cancellations,
  ...clientBankAccounts,
  ...clientBlocks,
  ...clientData,
  ...clientDocuments,
  ...clientErasures,
  ...clientKyc,
  ...clientMerge,
  ...clientRelations,
  ...clientReports,
  ...consents,
  ...contacts,
  ...contributions,
  ...estates,
  ...externalPositions,
  ...followUps,
  ...goals,
  ...googleCalendar,
  ...handovers,
  ...imports,
  ...infoForms,
  ...journals,
  ...listViews,
  ...maturities,
  ...meetings,
  ...notices,
  ...openings,
  ...paymentBatches,
  ...payments,
  ...presentations,
  ...publicLinks,
  ...records,
  ...reference,
  ...secondFactor,
  ...settings,
  ...staff,
  ...withholding,
} as const
