// Written by `npm run check -- --write`: the subjects.ts of every feature.
import { subjects as access } from './access/subjects.ts'
import { subjects as accounting } from './accounting/subjects.ts'
import { subjects as activityModels } from './activity-models/subjects.ts'
import { subjects as approvals } from './approvals/subjects.ts'
import { subjects as audit } from './audit/subjects.ts'
import { subjects as auth } from './auth/subjects.ts'
import { subjects as bank } from './bank/subjects.ts'
import { subjects as cancellations } from './cancellations/subjects.ts'
import { subjects as clientErasures } from './client-erasures/subjects.ts'
import { subjects as clients } from './clients/subjects.ts'
import { subjects as contacts } from './contacts/subjects.ts'
import { subjects as contributions } from './contributions/subjects.ts'
import { subjects as externalPositions } from './external-positions/subjects.ts'
import { subjects as figures } from './figures/subjects.ts'
import { subjects as firmPanel } from './firm-panel/subjects.ts'
import { subjects as goals } from './goals/subjects.ts'
import { subjects as googleCalendar } from './google-calendar/subjects.ts'
import { subjects as handovers } from './handovers/subjects.ts'
import { subjects as imports } from './imports/subjects.ts'
import { subjects as incomeDashboard } from './income-dashboard/subjects.ts'
import { subjects as maturities } from './maturities/subjects.ts'
import { subjects as notices } from './notices/subjects.ts'
import { subjects as openings } from './openings/subjects.ts'
import { subjects as paymentBatches } from './payment-batches/subjects.ts'
import { subjects as payments } from './payments/subjects.ts'
import { subjects as peopleDashboard } from './people-dashboard/subjects.ts'
import { subjects as personalArea } from './personal-area/subjects.ts'
import { subjects as placeFigures } from './place-figures/subjects.ts'
import { subjects as productStudies } from './product-studies/subjects.ts'
import { subjects as products } from './products/subjects.ts'
import { subjects as profitability } from './profitability/subjects.ts'
import { subjects as settings } from './settings/subjects.ts'
import { subjects as staff } from './staff/subjects.ts'
import { subjects as team } from './team/subjects.ts'

/** What the answers of each module are about. */
export const moduleSubjects = {
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
