import {
  addPasskey as adding,
  getPasskeySignInOptions as asking,
  beginPasskeyRegistration as beginningPasskey,
  beginTotpSetup as beginningTotp,
  confirmTotpSetup as confirmingTotp,
  getSecondFactorStatus,
  verifySecondFactor as giving,
  removePasskey as removingPasskey,
  removeTotp as removingTotp,
  renewRecoveryCodes as renewing,
  getSecondFactorMethods as ways,
} from '#contract/second-factor.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { addPasskey, createPasskeyOptions } from './add-passkey.ts'
import { createAuthenticationOptions } from './authenticate-passkey.ts'
import { confirmTotpCode, createTotpSecret } from './enrol-totp.ts'
import { removePasskey, removeTotp } from './remove-factor.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { findSecondFactor } from './second-factor.queries.ts'
import { findSecondFactorMethods, verifySecondFactor } from './verify-second-factor.ts'

const routes: readonly Route[] = [
  buildRoute(getSecondFactorStatus, (ctx, _, raw) => findSecondFactor(raw.serving.tenants.signIn(), ctx, raw)),
  buildRoute(beginningTotp, createTotpSecret),
  buildRoute(confirmingTotp, confirmTotpCode),
  buildRoute(removingTotp, removeTotp),
  buildRoute(beginningPasskey, createPasskeyOptions),
  buildRoute(adding, addPasskey),
  buildRoute(removingPasskey, removePasskey),
  buildRoute(renewing, renewRecoveryCodes),
  buildRoute(ways, findSecondFactorMethods),
  buildRoute(asking, createAuthenticationOptions),
  buildRoute(giving, verifySecondFactor),
]

export const feature: Feature = { routes }
