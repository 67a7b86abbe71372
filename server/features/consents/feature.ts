import { sendConsentsInBulk } from '#contract/consents/bulk.ts'
import * as contract from '#contract/consents.ts'
import { buildRowKey } from '#server/core/bulk-key.ts'
import { buildBulkRoute } from '#server/core/bulk-route.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildPublicRoute, buildRoute } from '#server/core/routes.ts'
import { answerConsents } from './answer-consents.ts'
import { findClientConsents, sendConsentDocument } from './client-consents.queries.ts'
import { findConsentSettings, publishConsentText } from './consent-settings.ts'
import { consentTextTask } from './consent-text-task.ts'
import { consentJobs } from './consents.jobs.ts'
import { readConsents, withdrawOwnConsents } from './public-consents.ts'
import { sendConsents } from './send-consents.ts'
import { consentBranch } from './timeline-branch.ts'
import { withdrawConsent } from './withdraw-consent.ts'

export const feature: Feature = {
  routes: [
    buildRoute(contract.getClientConsents, findClientConsents),
    buildRoute(contract.sendConsents, sendConsents),
    buildRoute(contract.withdrawConsent, withdrawConsent),
    buildBulkRoute(sendConsentsInBulk, (ctx, clientId, { body: { purposes }, key }, raw) =>
      sendConsents(
        ctx,
        { params: { clientId }, body: { purposes }, query: undefined, key: buildRowKey(key, clientId) },
        raw,
      ),
    ),
    buildRoute(contract.downloadConsent, sendConsentDocument),
    buildRoute(contract.getConsentSettings, (ctx, _, raw) => findConsentSettings(ctx, raw)),
    buildRoute(contract.publishConsentText, publishConsentText),
    buildPublicRoute(contract.readConsents, readConsents),
    buildPublicRoute(contract.answerConsents, answerConsents),
    buildPublicRoute(contract.withdrawOwnConsents, withdrawOwnConsents),
  ],
  tasks: [consentTextTask],
  jobs: consentJobs,
  timeline: [consentBranch],
}
