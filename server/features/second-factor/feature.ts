import * as contract from '#contract/second-factor.ts'
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
  buildRoute(contract.getSecondFactorStatus, (ctx, _, raw) => findSecondFactor(raw.deps.tenants.signIn(), ctx, raw)),
  buildRoute(contract.beginTotpSetup, createTotpSecret),
  buildRoute(contract.confirmTotpSetup, confirmTotpCode),
  buildRoute(contract.removeTotp, removeTotp),
  buildRoute(contract.beginPasskeyRegistration, createPasskeyOptions),
  buildRoute(contract.addPasskey, addPasskey),
  buildRoute(contract.removePasskey, removePasskey),
  buildRoute(contract.renewRecoveryCodes, renewRecoveryCodes),
  buildRoute(contract.getSecondFactorMethods, findSecondFactorMethods),
  buildRoute(contract.getPasskeySignInOptions, createAuthenticationOptions),
  buildRoute(contract.verifySecondFactor, verifySecondFactor),
]

export const feature: Feature = { routes }
