// Written by `npm run check -- --write`: the grants.ts of every feature.
import { grants as access } from './access/grants.ts'
import { grants as accounting } from './accounting/grants.ts'
import { grants as activityModels } from './activity-models/grants.ts'
import { grants as approvals } from './approvals/grants.ts'
import { grants as audit } from './audit/grants.ts'
import { grants as auth } from './auth/grants.ts'
import { grants as bank } from './bank/grants.ts'
import { grants as cancellations } from './cancellations/grants.ts'
import { grants as clientErasures } from './client-erasures/grants.ts'
import { grants as clients } from './clients/grants.ts'
import { grants as contacts } from './contacts/grants.ts'
import { grants as contributions } from './contributions/grants.ts'
import { grants as externalPositions } from './external-positions/grants.ts'
import { grants as figures } from './figures/grants.ts'
import { grants as firmPanel } from './firm-panel/grants.ts'
import { grants as goals } from './goals/grants.ts'
import { grants as googleCalendar } from './google-calendar/grants.ts'
import { grants as handovers } from './handovers/grants.ts'
import { grants as imports } from './imports/grants.ts'
import { grants as incomeDashboard } from './income-dashboard/grants.ts'
import { grants as maturities } from './maturities/grants.ts'
import { grants as myDay } from './my-day/grants.ts'
import { grants as notices } from './notices/grants.ts'
import { grants as openings } from './openings/grants.ts'
import { grants as paymentBatches } from './payment-batches/grants.ts'
import { grants as payments } from './payments/grants.ts'
import { grants as peopleDashboard } from './people-dashboard/grants.ts'
import { grants as personalArea } from './personal-area/grants.ts'
import { grants as placeFigures } from './place-figures/grants.ts'
import { grants as productStudies } from './product-studies/grants.ts'
import { grants as products } from './products/grants.ts'
import { grants as profitability } from './profitability/grants.ts'
import { grants as settings } from './settings/grants.ts'
import { grants as staff } from './staff/grants.ts'
import { grants as team } from './team/grants.ts'

/** What each role may do in each module. */
export const moduleGrants = {
  ...access,
  ...accounting,
  ...activityModels,
  ...approvals,
  ...audit,
  ...auth,
  ...bank,
  ...cancellations,
  ...clientErasures,
  ...clients,
  ...contacts,
  ...contributions,
  ...externalPositions,
  ...figures,
  ...firmPanel,
  ...goals,
  ...googleCalendar,
  ...handovers,
  ...imports,
  ...incomeDashboard,
  ...maturities,
  ...myDay,
  ...notices,
  ...openings,
  ...paymentBatches,
  ...payments,
  ...peopleDashboard,
  ...personalArea,
  ...placeFigures,
  ...productStudies,
  ...products,
  ...profitability,
  ...settings,
  ...staff,
  ...team,
} as const
