import {
  addPasskey as adding,
  passkeyOptions as asking,
  beginPasskey as beginningPasskey,
  beginTotp as beginningTotp,
  confirmTotp as confirmingTotp,
  getSecondFactor,
  giveSecondFactor as giving,
  removePasskey as removingPasskey,
  removeTotp as removingTotp,
  renewRecoveryCodes as renewing,
  secondFactorWays as ways,
} from '#contract/second-factor.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { addPasskey, beginPasskey } from './add-passkey.ts'
import { beginTotp, confirmTotp } from './enrol-totp.ts'
import { giveSecondFactor, secondFactorWays } from './give-second-factor.ts'
import { removePasskey, removeTotp } from './remove-factor.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { findSecondFactor } from './second-factor.queries.ts'
import { passkeyOptions } from './use-passkey.ts'

const routes: readonly Route[] = [
  serve(getSecondFactor, (ctx, _, raw) => findSecondFactor(raw.serving.tenants.signIn(), ctx, raw)),
  serve(beginningTotp, beginTotp),
  serve(confirmingTotp, confirmTotp),
  serve(removingTotp, removeTotp),
  serve(beginningPasskey, beginPasskey),
  serve(adding, addPasskey),
  serve(removingPasskey, removePasskey),
  serve(renewing, renewRecoveryCodes),
  serve(ways, secondFactorWays),
  serve(asking, passkeyOptions),
  serve(giving, giveSecondFactor),
]

export const feature: Feature = { routes }
