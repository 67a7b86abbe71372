// Written by `npm run check -- --write`: the tasks.ts of every feature.
import { tasks as access } from './access/tasks.ts'
import { tasks as accountSignature } from './account-signature/tasks.ts'
import { tasks as accounting } from './accounting/tasks.ts'
import { tasks as approvals } from './approvals/tasks.ts'
import { tasks as attribution } from './attribution/tasks.ts'
import { tasks as bank } from './bank/tasks.ts'
import { tasks as cancellations } from './cancellations/tasks.ts'
import { tasks as clientBankAccounts } from './client-bank-accounts/tasks.ts'
import { tasks as clientBlocks } from './client-blocks/tasks.ts'
import { tasks as clientData } from './client-data/tasks.ts'
import { tasks as clientErasures } from './client-erasures/tasks.ts'
import { tasks as clientKyc } from './client-kyc/tasks.ts'
import { tasks as clientMerge } from './client-merge/tasks.ts'
import { tasks as consents } from './consents/tasks.ts'
import { tasks as contributions } from './contributions/tasks.ts'
import { tasks as estates } from './estates/tasks.ts'
import { tasks as handovers } from './handovers/tasks.ts'
import { tasks as imports } from './imports/tasks.ts'
import { tasks as journals } from './journals/tasks.ts'
import { tasks as notices } from './notices/tasks.ts'
import { tasks as openings } from './openings/tasks.ts'
import { tasks as paymentBatches } from './payment-batches/tasks.ts'
import { tasks as payments } from './payments/tasks.ts'
import { tasks as products } from './products/tasks.ts'
import { tasks as reference } from './reference/tasks.ts'
import { tasks as settings } from './settings/tasks.ts'
import { tasks as staff } from './staff/tasks.ts'
import { tasks as withholding } from './withholding/tasks.ts'

/** Every kind of change that a second person checks. */
export const approvalTasks = {
  ...access,
  ...accountSignature,
  ...accounting,
  ...approvals,
  ...attribution,
  ...bank,
  ...cancellations,
  ...clientBankAccounts,
  ...clientBlocks,
  ...clientData,
  ...clientErasures,
  ...clientKyc,
  ...clientMerge,
  ...consents,
  ...contributions,
  ...estates,
  ...handovers,
  ...imports,
  ...journals,
  ...notices,
  ...openings,
  ...paymentBatches,
  ...payments,
  ...products,
  ...reference,
  ...settings,
  ...staff,
  ...withholding,
} as const
