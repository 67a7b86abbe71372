// Written by `npm run check -- --write`: every feature.ts beside it.
import type { Feature } from '#web/core/feature.ts'
import { feature as access } from './access/feature.ts'
import { feature as accounting } from './accounting/feature.ts'
import { feature as activityModels } from './activity-models/feature.ts'
import { feature as agendaSearch } from './agenda-search/feature.ts'
import { feature as approvals } from './approvals/feature.ts'
import { feature as audit } from './audit/feature.ts'
import { feature as bank } from './bank/feature.ts'
import { feature as calls } from './calls/feature.ts'
import { feature as cancellations } from './cancellations/feature.ts'
import { feature as clientData } from './client-data/feature.ts'
import { feature as clientErasures } from './client-erasures/feature.ts'
import { feature as clientMerge } from './client-merge/feature.ts'
import { feature as clients } from './clients/feature.ts'
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
import { feature as maturities } from './maturities/feature.ts'
import { feature as meetings } from './meetings/feature.ts'
import { feature as myDay } from './my-day/feature.ts'
import { feature as notices } from './notices/feature.ts'
import { feature as openings } from './openings/feature.ts'
import { feature as paymentBatches } from './payment-batches/feature.ts'
import { feature as payments } from './payments/feature.ts'
import { feature as peopleDashboard } from './people-dashboard/feature.ts'
import { feature as personalArea } from './personal-area/feature.ts'
import { feature as placeFigures } from './place-figures/feature.ts'
import { feature as presentations } from './presentations/feature.ts'
import { feature as productStudies } from './product-studies/feature.ts'
import { feature as products } from './products/feature.ts'
import { feature as profitability } from './profitability/feature.ts'
import { feature as reviews } from './reviews/feature.ts'
import { feature as settings } from './settings/feature.ts'
import { feature as staff } from './staff/feature.ts'
import { feature as team } from './team/feature.ts'

/** What each feature brings. */
export const features: readonly Feature[] = [
  access,
  accounting,
  activityModels,
  agendaSearch,
  approvals,
  audit,
  bank,
  calls,
  cancellations,
  clientData,
  clientErasures,
  clientMerge,
  clients,
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
  maturities,
  meetings,
  myDay,
  notices,
  openings,
  paymentBatches,
  payments,
  peopleDashboard,
  personalArea,
  placeFigures,
  presentations,
  productStudies,
  products,
  profitability,
  reviews,
  settings,
  staff,
  team,
]
