// Written by `npm run check -- --write`: the field-order.ts of every feature.
import { fieldOrder as access } from './access/field-order.ts'
import { fieldOrder as accountSignature } from './account-signature/field-order.ts'
import { fieldOrder as accounting } from './accounting/field-order.ts'
import { fieldOrder as approvals } from './approvals/field-order.ts'
import { fieldOrder as attribution } from './attribution/field-order.ts'
import { fieldOrder as audit } from './audit/field-order.ts'
import { fieldOrder as bank } from './bank/field-order.ts'
import { fieldOrder as cancellations } from './cancellations/field-order.ts'
import { fieldOrder as clientBankAccounts } from './client-bank-accounts/field-order.ts'
import { fieldOrder as clientBlocks } from './client-blocks/field-order.ts'
import { fieldOrder as clientData } from './client-data/field-order.ts'
import { fieldOrder as clientKyc } from './client-kyc/field-order.ts'
import { fieldOrder as clientMerge } from './client-merge/field-order.ts'
import { fieldOrder as consents } from './consents/field-order.ts'
import { fieldOrder as contributions } from './contributions/field-order.ts'
import { fieldOrder as estates } from './estates/field-order.ts'
import { fieldOrder as externalPositions } from './external-positions/field-order.ts'
import { fieldOrder as figures } from './figures/field-order.ts'
import { fieldOrder as handovers } from './handovers/field-order.ts'
import { fieldOrder as imports } from './imports/field-order.ts'
import { fieldOrder as interest } from './interest/field-order.ts'
import { fieldOrder as journals } from './journals/field-order.ts'
import { fieldOrder as listViews } from './list-views/field-order.ts'
import { fieldOrder as maturities } from './maturities/field-order.ts'
import { fieldOrder as openings } from './openings/field-order.ts'
import { fieldOrder as paymentBatches } from './payment-batches/field-order.ts'
import { fieldOrder as payments } from './payments/field-order.ts'
import { fieldOrder as products } from './products/field-order.ts'
import { fieldOrder as profitability } from './profitability/field-order.ts'
import { fieldOrder as reference } from './reference/field-order.ts'
import { fieldOrder as settings } from './settings/field-order.ts'
import { fieldOrder as staff } from './staff/field-order.ts'
import { fieldOrder as withholding } from './withholding/field-order.ts'

/** In which order each feature reads the fields of its changes. */
export const fieldOrders: readonly (readonly string[])[] = [
  access,
  accountSignature,
  accounting,
  approvals,
  attribution,
  audit,
  bank,
  cancellations,
  clientBankAccounts,
  clientBlocks,
  clientData,
  clientKyc,
  clientMerge,
  consents,
  contributions,
  estates,
  externalPositions,
  figures,
  handovers,
  imports,
  interest,
  journals,
  listViews,
  maturities,
  openings,
  paymentBatches,
  payments,
  products,
  profitability,
  reference,
  settings,
  staff,
  withholding,
]
