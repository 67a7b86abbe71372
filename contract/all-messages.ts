// Written by `npm run check -- --write`: the messages.ts of every feature.
import { notifications as access } from './access/messages.ts'
import { notifications as accountSignature } from './account-signature/messages.ts'
import { notifications as accounting } from './accounting/messages.ts'
import { notifications as approvals } from './approvals/messages.ts'
import { notifications as auth } from './auth/messages.ts'
import { notifications as clientBankAccounts } from './client-bank-accounts/messages.ts'
import { notifications as clientBlocks } from './client-blocks/messages.ts'
import { notifications as clientErasures } from './client-erasures/messages.ts'
import { notifications as clientKyc } from './client-kyc/messages.ts'
import { notifications as clientMerge } from './client-merge/messages.ts'
import { notifications as consents } from './consents/messages.ts'
import { notifications as contributions } from './contributions/messages.ts'
import { notifications as estates } from './estates/messages.ts'
import { notifications as googleCalendar } from './google-calendar/messages.ts'
import { notifications as handovers } from './handovers/messages.ts'
import { notifications as imports } from './imports/messages.ts'
import { notifications as infoForms } from './info-forms/messages.ts'
import { notifications as interest } from './interest/messages.ts'
import { notifications as meetings } from './meetings/messages.ts'
import { notifications as paymentBatches } from './payment-batches/messages.ts'
import { notifications as records } from './records/messages.ts'
import { notifications as secondFactor } from './second-factor/messages.ts'
import { notifications as settings } from './settings/messages.ts'
import { notifications as staff } from './staff/messages.ts'

/** Every kind of notification. */
export const notificationEntries = {
  ...access,
  ...accountSignature,
  ...accounting,
  ...approvals,
  ...auth,
  ...clientBankAccounts,
  ...clientBlocks,
  ...clientErasures,
  ...clientKyc,
  ...clientMerge,
  ...consents,
  ...contributions,
  ...estates,
  ...googleCalendar,
  ...handovers,
  ...imports,
  ...infoForms,
  ...interest,
  ...meetings,
  ...paymentBatches,
  ...records,
  ...secondFactor,
  ...settings,
  ...staff,
} as const
